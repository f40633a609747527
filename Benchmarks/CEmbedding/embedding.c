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

enum { SECONDS = 5, SAMPLES = 200000, TRANSPORTS = 20, REFUSALS = 2000 };

#define FUNCTIONS(X) \
  X(hk_host_new) X(hk_host_shutdown) X(hk_host_free) X(hk_wait) X(hk_next) X(hk_dial) X(hk_end) X(hk_add_transport) X(hk_last_error)
#define DECLARE(name) static __typeof__(name) *p_##name;
FUNCTIONS(DECLARE)

/* Times in nanoseconds, of which the median counts. */
typedef struct {
  uint32_t count;
  uint32_t ns[SAMPLES];
} samples;

static samples rested, next, dial, end;

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void add(samples *samples, uint64_t since) {
  if (samples->count < SAMPLES) samples->ns[samples->count++] = (uint32_t)(now() - since);
}

static int by_size(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static double median(samples *samples) {
  qsort(samples->ns, samples->count, sizeof samples->ns[0], by_size);
  return samples->count ? samples->ns[samples->count / 2] : 0;
}

static int complain(const char *what) {
  const hk_error *const error = p_hk_last_error ? p_hk_last_error() : NULL;
  fprintf(stderr, "bench: %s: %s\n", what, error ? error->message : dlerror());
  return 1;
}

static int dial_on(hk_host *host, uint64_t line) {
  char name[32];
  hk_ask ask = HK_INIT(hk_ask);
  hk_call call;
  snprintf(name, sizeof name, "line %llu", (unsigned long long)line);
  ask.line = name;
  ask.data = line;
  const uint64_t start = now();
  const hk_request request = p_hk_dial(host, "loopback", "tel:5550100", &ask, &call);
  add(&dial, start);
  return request > 0 ? 0 : complain("hk_dial");
}

/* Keeps all lines busy, and counts the calls that end in each second; the first second warms up. */
static int traffic(hk_host *host, uint32_t lines, embedding_figures *figures) {
  double rates[SECONDS];
  uint64_t ended = 0;
  for (uint32_t line = 0; line < lines; line++) {
    if (dial_on(host, line)) return 1;
  }
  for (int second = -1; second < SECONDS; second++) {
    const uint64_t began = now(), before = ended;
    if (second == 0) next.count = dial.count = end.count = 0;
    /* The queue may never be empty: time is looked at after every event. */
    for (uint64_t time = began; time - began < 1000000000; time = now()) {
      const hk_event *event = p_hk_next(host);
      if (event) add(&next, time);
      else event = p_hk_wait(host, 1000);
      if (!event) return complain("no event came for a second");
      if (event->type == HK_EVENT_STATE && event->value == HK_STATE_ACTIVE) {
        const uint64_t start = now();
        if (p_hk_end(host, event->info->call, NULL) <= 0) return complain("hk_end");
        add(&end, start);
      } else if (event->type == HK_EVENT_ENDED) {
        ended++;
        if (dial_on(host, strtoull(event->info->line + 5, NULL, 10))) return 1;
      } else if (event->status != HK_OK) {
        return complain("a request failed");
      }
    }
    if (second >= 0) rates[second] = (double)(ended - before) / ((double)(now() - began) / 1e9);
  }
  for (int i = 1; i < SECONDS; i++) {
    for (int k = i; k > 0 && rates[k] < rates[k - 1]; k--) {
      const double rate = rates[k];
      rates[k] = rates[k - 1];
      rates[k - 1] = rate;
    }
  }
  figures->lifecycles_per_s = rates[SECONDS / 2];
  return 0;
}

/* Counts the allocations and the time of taking events that wait while the host is at rest; the calls of all lines begin and end. */
static int allocations(hk_host *host, uint32_t lines, embedding_figures *figures) {
  hk_call *const calls = calloc(lines, sizeof *calls);
  uint32_t active = 0;
  uint64_t events = 0;
  if (!calls) return 1;
  for (uint32_t line = 0; line < lines; line++) {
    if (dial_on(host, line)) return 1;
  }
  usleep(500000);
  const int64_t before = malloc_count_read().allocations;
  malloc_count_enable(1);
  for (;;) {
    const uint64_t start = now();
    const hk_event *const event = p_hk_next(host);
    if (!event) break;
    add(&rested, start);
    events++;
    if (event->type == HK_EVENT_STATE && event->value == HK_STATE_ACTIVE && active < lines) calls[active++] = event->info->call;
  }
  malloc_count_enable(0);
  figures->allocations_per_event = (double)(malloc_count_read().allocations - before) / (double)events;
  if (active < lines) return complain("not every call became active in half a second");
  for (uint32_t place = 0; place < lines; place++) p_hk_end(host, calls[place], NULL);
  for (uint32_t ended = 0; ended < lines;) {
    const hk_event *const event = p_hk_wait(host, 1000);
    if (!event) return complain("no event came for a second");
    ended += event->type == HK_EVENT_ENDED;
  }
  free(calls);
  return 0;
}

/* Times requests that are refused at once, by a host at rest. */
static void refusals(hk_host *host, embedding_figures *figures) {
  static samples refused;
  const hk_call nobody = {{1}};
  for (int n = 0; n < REFUSALS; n++) {
    const uint64_t start = now();
    p_hk_end(host, nobody, NULL);
    add(&refused, start);
  }
  figures->refused_ns = median(&refused);
}

/* Adds more providers of a transport that is loaded. */
static int transports(hk_host *host, embedding_figures *figures) {
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

int embedding_run(const char *library, uint32_t lines, int out) {
  void *const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return complain(library);
#define FIND(name) \
  if (!(p_##name = (__typeof__(name) *)dlsym(handle, #name))) return complain(#name);
  FUNCTIONS(FIND)
  hk_host *host;
  embedding_figures figures = {0};
  if (p_hk_host_new(NULL, &host) != HK_OK) return complain("hk_host_new");
  if (p_hk_add_transport(host, "loopback", "org.hookswitch.loopback", NULL) != HK_OK) return complain("hk_add_transport");
  for (const hk_event *event; (event = p_hk_wait(host, 5000));) {
    if (event->type == HK_EVENT_PROVIDER && event->value == HK_STANDING_READY) break;
  }
  if (allocations(host, lines, &figures)) return 1;
  refusals(host, &figures);
  if (traffic(host, lines, &figures) || transports(host, &figures)) return 1;
  figures.next_ns = median(&rested);
  figures.busy_next_ns = median(&next);
  figures.dial_ns = median(&dial);
  figures.end_ns = median(&end);
  p_hk_host_shutdown(host, 5000);
  p_hk_host_free(host);
  return write(out, &figures, sizeof figures) == sizeof figures ? 0 : 1;
}
