/* A clock that ignores changes of the system's time.
 *
 * sofia-sip's timers use the time of day. When that is set back an hour, by a person or by a time server, nothing is retransmitted for an
 * hour; when it is set forward, every timer expires at once. So the library's clock begins at the system's time and advances with
 * CLOCK_BOOTTIME, also during suspend. */
#include "stack.h"
#include "jumps.h"

#include <sys/time.h>
#include <time.h>

enum { SECOND_NS = 1000000000 };

/* The time of day minus the time since boot, when the library began. */
static struct timespec ahead;

static struct timespec sum(struct timespec a, struct timespec b) {
  struct timespec sum = {a.tv_sec + b.tv_sec, a.tv_nsec + b.tv_nsec};
  if (sum.tv_nsec >= SECOND_NS) sum.tv_sec++, sum.tv_nsec -= SECOND_NS;
  return sum;
}

static struct timespec now(void) {
  struct timespec since_start = {0};
  clock_gettime(CLOCK_BOOTTIME, &since_start);
  return sum(since_start, ahead);
}

static int steady_clock(clockid_t clock, struct timespec *out) {
  if (clock != CLOCK_REALTIME) return clock_gettime(clock, out);
  *out = now();
  return 0;
}

static int steady_time_of_day(struct timeval *out, void *zone) {
  const struct timespec time = now();
  (void)zone;
  if (out) *out = (struct timeval){.tv_sec = time.tv_sec, .tv_usec = time.tv_nsec / 1000};
  return 0;
}

static time_t steady_time(time_t *out) {
  const time_t time = now().tv_sec;
  if (out) *out = time;
  return time;
}

void csip_keep_time(void) {
  struct timespec day = {0}, since_start = {0};
  clock_gettime(CLOCK_REALTIME, &day);
  clock_gettime(CLOCK_BOOTTIME, &since_start);
  ahead = sum(day, (struct timespec){.tv_sec = -since_start.tv_sec - 1, .tv_nsec = SECOND_NS - since_start.tv_nsec});
  static const csip_jump jumps[] = {
      {"clock_gettime", (void *)steady_clock}, {"gettimeofday", (void *)steady_time_of_day}, {"time", (void *)steady_time}};
  csip_lead(jumps, sizeof jumps / sizeof *jumps);
}
