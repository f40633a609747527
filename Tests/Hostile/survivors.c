/* survivors.c - leaves processes that fork on and on, each in a session of its own. */
#include "hostile.h"

static void act(enum moment moment) {
  if (moment != IN_LOAD || fork() != 0) return;
  for (int round = 0; round < 2000; round++) {
    setsid();
    if (fork() != 0) _exit(0);
    usleep(1000);
  }
  for (;;) pause();
}
