/* exit_thread.c - exits with 0 from a thread of its own, which waits for the test to begin. */
#include "hostile.h"

static void *leave(void *unused) {
  (void)unused;
  usleep(2000);
  _exit(0);
}

static void act(enum moment moment) {
  pthread_t thread;
  if (moment == IN_INIT) pthread_create(&thread, NULL, leave, NULL);
}
