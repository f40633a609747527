/* A clock that ignores changes of the system's time.
 *
 * sofia-sip's timers use the time of day. When that is set back an hour, by a person or by a time server, nothing is retransmitted for an
 * hour; when it is set forward, every timer expires at once. So the library's clock begins at the system's time and advances with
 * CLOCK_BOOTTIME, also during suspend. */
#include "wrapped.h"

#include <sys/time.h>
#include <time.h>

enum { SECOND_NS = 1000000000 };

int __real_clock_gettime(clockid_t clock, struct timespec *out);
int __real_gettimeofday(struct timeval *out, void *zone);
time_t __real_time(time_t *out);

/* The time of day minus the time since boot, when the library began. */
static struct timespec ahead;

static struct timespec sum(struct timespec a, struct timespec b) {
  struct timespec sum = {a.tv_sec + b.tv_sec, a.tv_nsec + b.tv_nsec};
  if (sum.tv_nsec >= SECOND_NS) sum.tv_sec++, sum.tv_nsec -= SECOND_NS;
  return sum;
}

static struct timespec now(void) {
  struct timespec since_start = {0};
  __real_clock_gettime(CLOCK_BOOTTIME, &since_start);
  return sum(since_start, ahead);
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *out) {
  if (!csip_is_inside || clock != CLOCK_REALTIME) return __real_clock_gettime(clock, out);
  *out = now();
  return 0;
}

int __wrap_gettimeofday(struct timeval *out, void *zone) {
  if (!csip_is_inside) return __real_gettimeofday(out, zone);
  const struct timespec time = now();
  if (out) *out = (struct timeval){.tv_sec = time.tv_sec, .tv_usec = time.tv_nsec / 1000};
  return 0;
}

time_t __wrap_time(time_t *out) {
  if (!csip_is_inside) return __real_time(out);
  const time_t time = now().tv_sec;
  if (out) *out = time;
  return time;
}

void csip_start_clock(void) {
  struct timespec day = {0}, since_start = {0};
  __real_clock_gettime(CLOCK_REALTIME, &day);
  __real_clock_gettime(CLOCK_BOOTTIME, &since_start);
  ahead = sum(day, (struct timespec){.tv_sec = -since_start.tv_sec - 1, .tv_nsec = SECOND_NS - since_start.tv_nsec});
}
