#define _GNU_SOURCE
#include "CEmbedding.h"
#include "CMallocCount.h"
#include "hookswitch.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SAMPLES = 200000, TRANSPORTS = 20, REFUSALS = 2000 };

#define FUNCTIONS(X) \
  X(hk_host_new) X(hk_host_shutdown) X(hk_host_free) X(hk_wait) X(hk_next) X(hk_dial) X(hk_end) X(hk_add_transport) X(hk_last_error)
#define DECLARE(name) static __typeof__(name) *p_##name;
FUNCTIONS(DECLARE)

/* Times in nanoseconds, of which the median counts. */
typedef struct {
  uint32_t count;
  uint32_t ns[SAMPLES];
} samples;

static samples next, dial, end, refused;

/* The host, and the names of its lines. */
static hk_host *host;
static char (*names)[32];

static uint64_t read_clock(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static uint64_t now(void) { return read_clock(CLOCK_MONOTONIC); }

/* Adds the time since then; 0 is no time. */
static void add(samples *samples, uint64_t since) {
  if (!since) return;
  if (samples->count < SAMPLES) samples->ns[samples->count++] = (uint32_t)(now() - since);
}

static int by_size(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Returns the median, and forgets the times. */
static double median(samples *samples) {
  const uint32_t count = samples->count;
  qsort(samples->ns, count, sizeof samples->ns[0], by_size);
  samples->count = 0;
  return count ? samples->ns[count / 2] : 0;
}

static int complain(const char *what) {
  const hk_error *const error = p_hk_last_error ? p_hk_last_error() : NULL;
  fprintf(stderr, "bench: %s: %s\n", what, error ? error->message : dlerror());
  return 1;
}

static int dial_on(uint64_t line) {
  hk_ask ask = HK_INIT(hk_ask);
  hk_call call;
  ask.line = names[line];
  ask.data = line;
  const uint64_t start = now();
  const hk_request request = p_hk_dial(host, "loopback", "tel:5550100", &ask, &call);
  add(&dial, start);
  return request > 0 ? 0 : complain("hk_dial");
}

static int end_call(hk_call call) {
  const uint64_t start = now();
  const hk_request request = p_hk_end(host, call, NULL);
  add(&end, start);
  return request > 0 ? 0 : complain("hk_end");
}

/* Keeps all lines busy, and measures so many calls after those that warm up; then it lets all calls end. */
static int traffic(uint32_t lines, embedding_figures *figures) {
  const uint64_t last = EMBEDDING_WARM_UP + EMBEDDING_CALLS;
  uint64_t dialed = 0, ended = 0, turns = 0, began = 0, processor = 0;
  for (; dialed < lines; dialed++) {
    if (dial_on(dialed)) return 1;
  }
  while (ended < dialed) {
    /* Few are timed, since reading the clock costs as much as taking an event. */
    const uint64_t time = ++turns % 16 ? 0 : now();
    const hk_event *event = p_hk_next(host);
    if (event) add(&next, time);
    else event = p_hk_wait(host, 1000);
    if (!event) return complain("no event came for a second");
    if (event->type == HK_EVENT_STATE && event->value == HK_STATE_ACTIVE) {
      if (end_call(event->info->call)) return 1;
    } else if (event->type == HK_EVENT_ENDED) {
      if (++ended == EMBEDDING_WARM_UP) {
        began = now();
        processor = read_clock(CLOCK_PROCESS_CPUTIME_ID);
        next.count = dial.count = end.count = 0;
      } else if (ended == last) {
        figures->lifecycles_per_s = EMBEDDING_CALLS / ((double)(now() - began) / 1e9);
        figures->processor_us = (double)(read_clock(CLOCK_PROCESS_CPUTIME_ID) - processor) / 1e3 / EMBEDDING_CALLS;
      }
      if (ended < last) {
        if (dial_on(strtoull(event->info->line + 5, NULL, 10))) return 1;
        dialed++;
      }
    } else if (event->status != HK_OK) {
      return complain("a request failed");
    }
  }
  figures->busy_next_ns = median(&next);
  figures->busy_dial_ns = median(&dial);
  figures->busy_end_ns = median(&end);
  return 0;
}

/* Begins and ends the calls of all lines, and takes the events while the host is at rest; then asks for what is refused at once. */
static int requests(uint32_t lines, embedding_figures *figures) {
  hk_call *const calls = calloc(lines, sizeof *calls);
  uint32_t active = 0;
  uint64_t events = 0;
  if (!calls) return 1;
  for (uint32_t line = 0; line < lines; line++) {
    if (dial_on(line)) return 1;
  }
  usleep(300000);
  const int64_t before = malloc_count_read().allocations;
  malloc_count_enable(1);
  for (;;) {
    const uint64_t start = now();
    const hk_event *const event = p_hk_next(host);
    if (!event) break;
    add(&next, start);
    events++;
    if (event->type == HK_EVENT_STATE && event->value == HK_STATE_ACTIVE && active < lines) calls[active++] = event->info->call;
  }
  malloc_count_enable(0);
  figures->allocations_per_event = (double)(malloc_count_read().allocations - before) / (double)events;
  if (active < lines) return complain("not every call became active in 0.3 seconds");
  for (uint32_t place = 0; place < lines; place++) {
    if (end_call(calls[place])) return 1;
  }
  free(calls);
  for (uint32_t ended = 0; ended < lines;) {
    const hk_event *const event = p_hk_wait(host, 1000);
    if (!event) return complain("no event came for a second");
    ended += event->type == HK_EVENT_ENDED;
  }
  const hk_call nobody = {{1}};
  for (int n = 0; n < REFUSALS; n++) {
    const uint64_t start = now();
    p_hk_end(host, nobody, NULL);
    add(&refused, start);
  }
  figures->dial_ns = median(&dial);
  figures->end_ns = median(&end);
  figures->next_ns = median(&next);
  figures->refused_ns = median(&refused);
  return 0;
}

/* Takes the events that come until the host is at rest. */
static void rest(void) {
  while (p_hk_wait(host, 50)) {}
}

/* Adds more providers of a transport that is loaded. */
static int transports(embedding_figures *figures) {
  static samples added;
  for (int n = 0; n < TRANSPORTS; n++) {
    char name[32];
    snprintf(name, sizeof name, "more %d", n);
    const uint64_t start = now();
    if (p_hk_add_transport(host, name, "org.hookswitch.loopback", NULL) != HK_OK) return complain("hk_add_transport");
    add(&added, start);
  }
  figures->known_transport_ms = median(&added) / 1e6;
  return 0;
}

static int make_host(const char *library, uint32_t lines) {
  void *const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return complain(library);
#define FIND(name) \
  if (!(p_##name = (__typeof__(name) *)dlsym(handle, #name))) return complain(#name);
  FUNCTIONS(FIND)
  names = calloc(lines, sizeof *names);
  for (uint32_t line = 0; names && line < lines; line++) snprintf(names[line], sizeof *names, "line %u", line);
  if (!names || p_hk_host_new(NULL, &host) != HK_OK) return complain("hk_host_new");
  if (p_hk_add_transport(host, "loopback", "org.hookswitch.loopback", NULL) != HK_OK) return complain("hk_add_transport");
  for (const hk_event *event; (event = p_hk_wait(host, 5000));) {
    if (event->type == HK_EVENT_PROVIDER && event->value == HK_STANDING_READY) break;
  }
  return 0;
}

static int measure(char round, uint32_t lines, embedding_figures *figures) {
  switch (round) {
    case EMBEDDING_TRAFFIC: return traffic(lines, figures);
    case EMBEDDING_REQUESTS: return requests(lines, figures);
    default: return transports(figures);
  }
}

int embedding_run(const char *library, uint32_t lines, int in, int out) {
  if (make_host(library, lines)) return 1;
  for (char round; read(in, &round, 1) == 1;) {
    embedding_figures figures = {0};
    if (measure(round, lines, &figures)) return 1;
    /* The rounds of the program beside this one find the processors free. */
    rest();
    if (write(out, &figures, sizeof figures) != sizeof figures) return 1;
  }
  p_hk_host_shutdown(host, 5000);
  p_hk_host_free(host);
  return 0;
}
