/* exit_destructor.c - exits with 0 when it is unloaded. */
#include "hostile.h"

static void act(enum moment moment) {
  if (moment == IN_DESTRUCTOR) _exit(0);
}
