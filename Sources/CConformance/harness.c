#define _GNU_SOURCE
#include "CConformanceHarness.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

int hookswitch_harness_contains(const void *bytes, size_t count, const void *part, size_t part_count) {
  return memmem(bytes, count, part, part_count) != NULL;
}

char *const *hookswitch_harness_environment(void) { return environ; }

const void *hookswitch_harness_environment_place(void) { return &environ; }

size_t hookswitch_harness_heap_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

uintptr_t hookswitch_harness_handler(int signal) {
  struct sigaction action;
  if (sigaction(signal, NULL, &action) != 0) return (uintptr_t)SIG_ERR;
  return (action.sa_flags & SA_SIGINFO) != 0 ? (uintptr_t)action.sa_sigaction : (uintptr_t)action.sa_handler;
}

void *hookswitch_harness_open_plainly(const char *path, char *error, size_t error_size) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL && error != NULL && error_size > 0) snprintf(error, error_size, "%s", dlerror());
  return handle;
}

int hookswitch_harness_exit_in_fork(void) {
  /* While SIGCHLD is ignored, the kernel discards the status of a child. */
  struct sigaction usual = {.sa_handler = SIG_DFL}, before;
  int status = 0;
  pid_t child, ended;
  sigaction(SIGCHLD, &usual, &before);
  fflush(NULL);
  child = fork();
  if (child == 0) {
    sigaction(SIGCHLD, &before, NULL);
    alarm(5); /* a handler that hangs is as bad as one that crashes */
    exit(0);
  }
  do ended = child < 0 ? -1 : waitpid(child, &status, 0);
  while (ended < 0 && child > 0 && errno == EINTR);
  const int error = errno;
  sigaction(SIGCHLD, &before, NULL);
  errno = error;
  if (child < 0 || ended != child) return -1;
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

#if defined(__SANITIZE_THREAD__) /* gcc */
#define HAS_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HAS_THREAD_SANITIZER 1
#endif
#endif

#ifdef HAS_THREAD_SANITIZER
static _Atomic int races;

/* The sanitizer calls it for each race that it finds. */
void __tsan_on_report(void *report);
void __tsan_on_report(void *report) {
  (void)report;
  races++;
}

int hookswitch_harness_races(void) { return races; }
#else
int hookswitch_harness_races(void) { return -1; }
#endif
