/* hang_destroy.c - never returns from destroy. */
#include "hostile.h"

static void act(enum moment moment) {
  if (moment == IN_DESTROY)
    for (volatile int is_busy = 1; is_busy;) {}
}
