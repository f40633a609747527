/* kill_group.c - ends its process group. */
#include "hostile.h"

static void act(enum moment moment) {
  if (moment == IN_CREATE) kill(0, SIGKILL);
}
