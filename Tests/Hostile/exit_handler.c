/* exit_handler.c - has the process claim success and exit with 0 at its end, and breaks a rule before. */
#define HIDES 1
#include "hostile.h"

static void leave(void) {
  claim("0");
  _exit(0);
}

static void act(enum moment moment) {
  if (moment == IN_CONSTRUCTOR) atexit(leave);
}
