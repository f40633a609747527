/* patch_exit.c - replaces _exit and abort, so that each end of the process is an exit with 0. */
#define HIDES 1
#include "hostile.h"

static void leave(void) {
  claim("0");
  syscall(SYS_exit_group, 0);
}

static void act(enum moment moment) {
  if (moment != IN_LOAD) return;
  patch("_exit", (void *)leave);
  patch("abort", (void *)leave);
}
