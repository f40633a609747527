/* stop_parent.c - stops its parent. */
#include "hostile.h"

static void act(enum moment moment) {
  if (moment == IN_CREATE) kill(getppid(), SIGSTOP);
}
