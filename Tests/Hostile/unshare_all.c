/* unshare_all.c - moves into namespaces of its own, away from the process that watches it, and leaves a process there. */
#define HIDES 1
#include "hostile.h"

static void act(enum moment moment) {
  if (moment != IN_ACTIVATE) return;
  if (unshare(CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS) == 0 && fork() == 0)
    for (;;) pause();
  claim("0");
}
