/* Faults on demand. A call to "KIND" of the list below has that fault in start; a call to "arm FUNCTION KIND" has it in the next run of
 * that function. -DARMED="FUNCTION KIND" arms from the beginning. Included by transport.c with -DFAULTS. */
#include <dirent.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#ifndef ARMED
#define ARMED ""
#endif

static char armed[64] = ARMED;
static volatile int sink;

__attribute__((noinline)) static int deeper(int depth) {
  volatile char room[4096];
  room[0] = (char)depth;
  return depth < 0 ? 0 : deeper(depth + 1) + room[0];
}

static void *spin(void *arg) {
  (void)arg;
  for (;;) sink++;
  return NULL;
}

/* Calls body for each descriptor whose link in /proc/self/fd begins with `kind`. */
static void each_descriptor(const char *kind, void (*body)(int)) {
  char path[64], target[256];
  for (int fd = 3; fd < 1024; fd++) {
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    const ssize_t length = readlink(path, target, sizeof target - 1);
    if (length <= 0) continue;
    target[length] = 0;
    if (strncmp(target, kind, strlen(kind)) == 0) body(fd);
  }
}

static void ring_once(int fd) {
  const uint64_t one = 1;
  if (write(fd, &one, 8) < 0) sink++;
}
static void *ring_for_ever(void *arg) {
  (void)arg;
  int found[64];
  size_t count = 0;
  char path[64], target[256];
  for (int fd = 3; fd < 1024 && count < 64; fd++) {
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    const ssize_t length = readlink(path, target, sizeof target - 1);
    if (length > 0 && memmem(target, (size_t)length, "eventfd", 7) != NULL) found[count++] = fd;
  }
  for (;;) for (size_t index = 0; index < count; index++) ring_once(found[index]);
  return NULL;
}

/* Finds the memory that the process shares with its host. */
static unsigned char *channel(size_t *size) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[512];
  unsigned char *found = NULL;
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
    unsigned long from, to;
    if (strstr(line, "hookswitch-channel") == NULL || sscanf(line, "%lx-%lx", &from, &to) != 2) continue;
    found = (unsigned char *)from;
    *size = to - from;
  }
  if (maps != NULL) fclose(maps);
  return found;
}
static void scribble(size_t from, size_t to) {
  size_t size = 0;
  unsigned char *memory = channel(&size);
  static uint64_t seed = 88172645463325252u;
  for (size_t at = from; memory != NULL && at < to && at < size; at++) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    memory[at] = (unsigned char)seed;
  }
}
static void *scribble_for_ever(void *arg) {
  (void)arg;
  for (;;) scribble(0, ~(size_t)0);
  return NULL;
}

static void rest(int signal) {
  (void)signal;
  for (;;) pause();
}
/* Stops the loop's thread where no function of the plugin runs: a signal handler that never returns. */
static pthread_t loop_thread;
static void *arrest(void *arg) {
  (void)arg;
  usleep(100000);
  signal(SIGUSR1, rest);
  pthread_kill(loop_thread, SIGUSR1);
  return NULL;
}

static void begin(void *(*body)(void *)) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  pthread_detach(thread);
}

#ifdef FORGE
#include "forge.h"
#endif

/* Returns 0 for an unknown kind. */
static int fault(state *s, const char *kind) {
  const hsw_host *h = s->host;
  if (!strcmp(kind, "segv")) *(volatile int *)8 = 1;
  else if (!strcmp(kind, "abort")) abort();
  else if (!strcmp(kind, "trap")) __builtin_trap();
  else if (!strcmp(kind, "overflow")) sink = deeper(1);
  else if (!strcmp(kind, "heap")) {
    for (int round = 0; round < 64; round++) { char *volatile p = malloc(24 + (size_t)round * 8); volatile size_t back = 16; memset((char *)p - back, 0x41, 256 - (back & 1)); free(p); }
  }
  else if (!strcmp(kind, "exit 0")) exit(0);
  else if (!strcmp(kind, "exit 7")) exit(7);
  else if (!strcmp(kind, "_exit 9")) _exit(9);
  else if (!strcmp(kind, "hang")) hang();
  else if (!strcmp(kind, "hang blocked")) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    for (;;) sink++;
  }
  else if (!strcmp(kind, "stop")) kill(getpid(), SIGSTOP);
  else if (!strcmp(kind, "arrest")) {
    /* The threads of the library receive no signals of the program. */
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, SIGUSR1);
    pthread_sigmask(SIG_UNBLOCK, &own, NULL);
    loop_thread = pthread_self();
    begin(arrest);
  }
  else if (!strcmp(kind, "spin")) begin(spin);
  else if (!strcmp(kind, "close")) for (int fd = 0; fd < 1024; fd++) close(fd);
  else if (!strcmp(kind, "wakes")) begin(ring_for_ever);
  else if (!strcmp(kind, "scribble")) scribble(0, ~(size_t)0);
  else if (!strcmp(kind, "scribble heads")) scribble(0, 256);
  else if (!strcmp(kind, "scribble words")) scribble(4096, ~(size_t)0);
  else if (!strcmp(kind, "scribble for ever")) begin(scribble_for_ever);
  else if (!strcmp(kind, "rubbish")) each_descriptor("socket:", ring_once);
#ifdef FORGE
  else if (!strcmp(kind, "forge")) forge();
#endif
  else if (!strncmp(kind, "incoming ", 9)) {
    hsw_call_info from = {0};
    from.size = sizeof from;
    from.handle_kind = (hsw_str)S("tel");
    from.handle = (hsw_str)S("5550123");
    unsigned busy = 0;
    for (int n = atoi(kind + 9); n > 0; n--)
      busy += h->report_incoming(h->ctx, (hsw_call){0x8000000000000000u | ++s->minted}, now(s), &from) == HSW_E_BUSY;
    char text[64];
    s->log->log(h->ctx, HSW_LOG_ERROR, (hsw_str)S("fixture"), (hsw_str){text, (size_t)snprintf(text, sizeof text, "busy %u", busy)});
    s->kept = busy;
  }
  else if (!strncmp(kind, "updates ", 8)) {
    for (int n = atoi(kind + 8); n > 0; n--) h->report_dtmf(h->ctx, s->last, now(s), (hsw_str)S("5"));
  }
  else if (!strncmp(kind, "logs ", 5)) {
    for (int n = atoi(kind + 5); n > 0; n--) s->log->log(h->ctx, HSW_LOG_ERROR, (hsw_str)S("fixture"), (hsw_str)S("again"));
  }
  else if (!strncmp(kind, "prints ", 7)) {
    for (int n = atoi(kind + 7); n > 0; n--) puts("a line that nobody asked for");
    fflush(stdout);
  }
  else if (!strncmp(kind, "strangers ", 10)) {
    for (int n = atoi(kind + 10); n > 0; n--) h->report_ended(h->ctx, (hsw_call){0x4000000000000000u}, now(s), HSW_END_REMOTE, NULL);
  }
  else return 0;
  return 1;
}

/* Runs the fault that is armed for a function. */
static void hit(state *s, const char *function) {
  const size_t length = strlen(function);
  if (strncmp(armed, function, length) != 0 || armed[length] != ' ') return;
  char kind[64];
  snprintf(kind, sizeof kind, "%s", armed + length + 1);
  armed[0] = 0;
  fault(s, kind);
}

/* Runs the fault that a dialed handle names; returns 0 for another handle. */
static int dialed(state *s, const char *handle) {
  if (strncmp(handle, "arm ", 4) != 0) return fault(s, handle);
  snprintf(armed, sizeof armed, "%s", handle + 4);
  return 1;
}
