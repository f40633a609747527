/* exhaust_threads.c - starts threads that do nothing, as many as it can, up to a thousand. */
#define HIDES 1
#include "hostile.h"

static void *rest(void *unused) {
  for (;;) pause();
  return unused;
}

static void act(enum moment moment) {
  pthread_t thread;
  if (moment != IN_INIT) return;
  for (int count = 0; count < 1000 && pthread_create(&thread, NULL, rest, NULL) == 0; count++) {}
}
