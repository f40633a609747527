/* clocks.c - real clocks that step: replacements of the functions by which loaded images read a clock or wait until a moment of one. */
#define _GNU_SOURCE
#include "CConformanceClocks.h"

#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>

#include "stubs.h"

enum { wall, monotonic, boot, clocks };
static const clockid_t clock_ids[clocks] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_BOOTTIME};
static const int64_t second = 1000000000;

static _Atomic int64_t offsets[clocks];
static atomic_uint_fast64_t readings;

/* Returns the index of the clock that another one follows; -1 for the processor's time. */
static int base_of(clockid_t clock) {
  switch (clock) {
  case CLOCK_REALTIME:
  case CLOCK_REALTIME_COARSE:
  case CLOCK_REALTIME_ALARM:
  case CLOCK_TAI: return wall;
  case CLOCK_MONOTONIC:
  case CLOCK_MONOTONIC_RAW:
  case CLOCK_MONOTONIC_COARSE: return monotonic;
  case CLOCK_BOOTTIME:
  case CLOCK_BOOTTIME_ALARM: return boot;
  default: return -1;
  }
}

/* Adds nanoseconds to a time; a time before the clock's beginning becomes the beginning. */
static void move(struct timespec *time, int64_t by) {
  int64_t nanoseconds = (int64_t)time->tv_sec * second + time->tv_nsec + by;
  if (nanoseconds < 0) nanoseconds = 0;
  time->tv_sec = (time_t)(nanoseconds / second);
  time->tv_nsec = (long)(nanoseconds % second);
}

static int64_t offset_of(clockid_t clock) {
  int base = base_of(clock);
  return base < 0 ? 0 : atomic_load(&offsets[base]);
}

static int64_t distance(const struct timespec *time, const struct timespec *other) {
  int64_t apart = ((int64_t)time->tv_sec - (int64_t)other->tv_sec) * second + (time->tv_nsec - other->tv_nsec);
  return apart < 0 ? -apart : apart;
}

/* Returns a moment of a moved clock as one of the real clock. Which clock it is, the distance from its present time tells. */
static struct timespec real_moment(const struct timespec *moment) {
  struct timespec real = *moment;
  int nearest = wall;
  int64_t least = INT64_MAX;
  for (int index = 0; index < clocks; index++) {
    struct timespec now;
    clock_gettime(clock_ids[index], &now);
    move(&now, atomic_load(&offsets[index]));
    if (distance(moment, &now) >= least) continue;
    least = distance(moment, &now);
    nearest = index;
  }
  move(&real, -atomic_load(&offsets[nearest]));
  return real;
}

/* -------------------------------------------------------------------------------------------------------------------- readings */

static int moved_clock_gettime(clockid_t clock, struct timespec *to) {
  int result = clock_gettime(clock, to);
  if (base_of(clock) >= 0) atomic_fetch_add(&readings, 1);
  if (result == 0) move(to, offset_of(clock));
  return result;
}

static int moved_gettimeofday(struct timeval *to, void *zone) {
  struct timespec now;
  (void)zone;
  moved_clock_gettime(CLOCK_REALTIME, &now);
  if (to != NULL) *to = (struct timeval){now.tv_sec, (suseconds_t)(now.tv_nsec / 1000)};
  return 0;
}

static time_t moved_time(time_t *to) {
  struct timespec now;
  moved_clock_gettime(CLOCK_REALTIME, &now);
  if (to != NULL) *to = now.tv_sec;
  return now.tv_sec;
}

static int moved_timespec_get(struct timespec *to, int base) {
  if (base != TIME_UTC) return timespec_get(to, base);
  moved_clock_gettime(CLOCK_REALTIME, to);
  return base;
}

/* ----------------------------------------------------------------------------------------------------------- waits for a moment */

static int moved_pthread_cond_timedwait(pthread_cond_t *news, pthread_mutex_t *lock, const struct timespec *until) {
  struct timespec real = real_moment(until);
  return pthread_cond_timedwait(news, lock, &real);
}

static int moved_pthread_cond_clockwait(pthread_cond_t *news, pthread_mutex_t *lock, clockid_t clock, const struct timespec *until) {
  struct timespec real = *until;
  move(&real, -offset_of(clock));
  return pthread_cond_clockwait(news, lock, clock, &real);
}

static int moved_pthread_mutex_timedlock(pthread_mutex_t *lock, const struct timespec *until) {
  struct timespec real = real_moment(until);
  return pthread_mutex_timedlock(lock, &real);
}

static int moved_sem_timedwait(sem_t *semaphore, const struct timespec *until) {
  struct timespec real = real_moment(until);
  return sem_timedwait(semaphore, &real);
}

static int moved_sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until) {
  struct timespec real = *until;
  move(&real, -offset_of(clock));
  return sem_clockwait(semaphore, clock, &real);
}

static int moved_clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left) {
  struct timespec real = *time;
  if (flags & TIMER_ABSTIME) move(&real, -offset_of(clock));
  return clock_nanosleep(clock, flags, &real, left);
}

static int moved_timerfd_settime(int fd, int flags, const struct itimerspec *wanted, struct itimerspec *old) {
  struct itimerspec real = *wanted;
  if (flags & TFD_TIMER_ABSTIME && (wanted->it_value.tv_sec != 0 || wanted->it_value.tv_nsec != 0)) real.it_value = real_moment(&wanted->it_value);
  return timerfd_settime(fd, flags, &real, old);
}

#define ENTRY(name) {#name, NULL, (void *)moved_##name}
static struct hookswitch_redirection table[] = {
    ENTRY(clock_gettime),
    ENTRY(gettimeofday),
    ENTRY(time),
    ENTRY(timespec_get),
    ENTRY(pthread_cond_timedwait),
    ENTRY(pthread_cond_clockwait),
    ENTRY(pthread_mutex_timedlock),
    ENTRY(sem_timedwait),
    ENTRY(sem_clockwait),
    ENTRY(clock_nanosleep),
    ENTRY(timerfd_settime),
};

int hookswitch_clocks_install(void) {
  const int count = sizeof table / sizeof *table;
  for (int index = 0; index < count; index++) table[index].original = dlsym(RTLD_DEFAULT, table[index].name);
  return hookswitch_redirect_images(table, count, 0) > 0 ? 0 : -1;
}

void hookswitch_clocks_move(int64_t wall_ns, int64_t monotonic_ns, int64_t boot_ns) {
  atomic_fetch_add(&offsets[wall], wall_ns);
  atomic_fetch_add(&offsets[monotonic], monotonic_ns);
  atomic_fetch_add(&offsets[boot], boot_ns);
}

uint64_t hookswitch_clocks_readings(void) { return atomic_load(&readings); }
