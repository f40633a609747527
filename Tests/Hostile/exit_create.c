/* exit_create.c - exits with 0 in create. */
#include "hostile.h"

static void act(enum moment moment) {
  if (moment == IN_CREATE) _exit(0);
}
