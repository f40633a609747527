/* exit_constructor.c - exits with 0 while it is loaded. */
#include "hostile.h"

static void act(enum moment moment) {
  if (moment == IN_CONSTRUCTOR) _exit(0);
}
