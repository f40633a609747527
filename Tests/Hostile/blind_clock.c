/* blind_clock.c - has the C library's clock stand still, and keeps the loop for three seconds. */
/* rows: time.loop-budget */
#include "hostile.h"

#include <time.h>

static int same_time(clockid_t clock, struct timespec *to) {
  (void)clock;
  *to = (struct timespec){1000, 0};
  return 0;
}

static void act(enum moment moment) {
  struct timespec three = {3, 0};
  if (moment == IN_LOAD) patch("clock_gettime", (void *)same_time);
  if (moment == IN_ACTIVATE) syscall(SYS_nanosleep, &three, NULL);
}
