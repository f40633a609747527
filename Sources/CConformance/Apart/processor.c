/* processor.c - one processor for the two processes of a test, which mostly take turns: waking a thread on another processor costs far more. */
#define _GNU_SOURCE
#include "apart.h"

#include <sched.h>

void hookswitch_apart_share_processor(int on) {
  static cpu_set_t all;
  static int is_known;
  const int present = sched_getcpu();
  if (hookswitch_apart_executor == 0 || present < 0 || present >= CPU_SETSIZE) return;
  if (!is_known && sched_getaffinity(0, sizeof all, &all) != 0) return;
  is_known = 1;
  cpu_set_t wanted = all;
  if (on) {
    CPU_ZERO(&wanted);
    CPU_SET(present, &wanted);
  }
  /* The tests go on without it where the kernel refuses. */
  sched_setaffinity(0, sizeof wanted, &wanted);
  sched_setaffinity(hookswitch_apart_executor, sizeof wanted, &wanted);
}
