/* close_all.c - closes every descriptor. */
#define HIDES 1
#include "hostile.h"

static void act(enum moment moment) {
  if (moment == IN_INIT) close_range(0, ~0u, 0);
}
