/* stop_itself.c - stops its own process, as often as something continues it. */
#include "hostile.h"

static void act(enum moment moment) {
  if (moment == IN_ACTIVATE)
    for (;;) raise(SIGSTOP);
}
