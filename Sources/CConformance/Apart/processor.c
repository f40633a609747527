/* processor.c - the processors of the two processes of a test, which mostly take turns. */
#define _GNU_SOURCE
#include "apart.h"

#include <sched.h>

void hookswitch_apart_take_turns(enum hookswitch_apart_turns turns) {
  static cpu_set_t all;
  static int is_known;
  const int present = sched_getcpu();
  if (hookswitch_apart_executor == 0 || present < 0 || present >= CPU_SETSIZE) return;
  if (!is_known && sched_getaffinity(0, sizeof all, &all) != 0) return;
  is_known = 1;
  /* The tests go on as they are where the kernel refuses. */
  cpu_set_t mine = all, theirs = all;
  if (turns != HOOKSWITCH_APART_FREELY) {
    CPU_ZERO(&mine);
    CPU_SET(present, &mine);
    theirs = mine;
  }
  const int is_eager = turns == HOOKSWITCH_APART_EAGERLY && CPU_COUNT(&all) > 1;
  if (is_eager) {
    theirs = all;
    CPU_CLR(present, &theirs);
  }
  sched_setaffinity(0, sizeof mine, &mine);
  sched_setaffinity(hookswitch_apart_executor, sizeof theirs, &theirs);
  atomic_store(&hookswitch_apart_common->is_eager, (uint32_t)is_eager);
}
