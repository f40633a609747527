/* processor.c - the processors of the two processes of a test, which mostly take turns. */
#define _GNU_SOURCE
#include "apart.h"

#include <sched.h>

int hookswitch_apart_processors(void) {
  cpu_set_t all;
  return sched_getaffinity(0, sizeof all, &all) == 0 ? CPU_COUNT(&all) : 1;
}

/* Returns the processor at a place of a set, which is not empty. */
static int processor_at(int place, const cpu_set_t *set) {
  int left = place % CPU_COUNT(set);
  for (int processor = 0; processor < CPU_SETSIZE; processor++)
    if (CPU_ISSET(processor, set) && left-- == 0) return processor;
  return -1;
}

void hookswitch_apart_take_turns(enum hookswitch_apart_turns turns, int place) {
  static cpu_set_t all;
  static int is_known;
  if (hookswitch_apart_executor == 0) return;
  if (!is_known && sched_getaffinity(0, sizeof all, &all) != 0) return;
  is_known = 1;
  const int present = place < 0 ? sched_getcpu() : processor_at(place, &all);
  if (present < 0 || present >= CPU_SETSIZE) return;
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
  atomic_store(&hookswitch_apart_common->turns, (uint32_t)(is_eager || turns != HOOKSWITCH_APART_EAGERLY ? turns : HOOKSWITCH_APART_TOGETHER));
}
