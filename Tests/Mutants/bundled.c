/* bundled.c - a library that a mutant brings along; each build has one fault. */
#include "mutant.h"
#include <stddef.h>

int bundled_count(void);
int bundled_count(void) { return 1; }

#if MUTANT(m206_thread)
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void *wait_for_ever(void *arg) {
  while (pause()) {
  }
  return arg;
}

__attribute__((constructor)) static void begin(void) {
  sigset_t all, before;
  pthread_t thread;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_create(&thread, NULL, wait_for_ever, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}
#endif
