/* trace_parent.c - traces its parent, and stops it for good. */
#include "hostile.h"

static void act(enum moment moment) {
  if (moment == IN_CREATE) ptrace(PTRACE_ATTACH, getppid(), NULL, NULL);
}
