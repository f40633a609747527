/* hang_destructor.c - never returns from its destructor, so neither from the end of the process. */
#include "hostile.h"

static void act(enum moment moment) {
  if (moment == IN_DESTRUCTOR)
    for (;;) pause();
}
