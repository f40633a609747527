#define _GNU_SOURCE
#include "CMediaThread.h"

#include <errno.h>
#include <time.h>

static _Thread_local uint32_t is_media_thread;

enum { NANOSECONDS = 1000000000 };

uint32_t hookswitch_is_media_thread(void) { return is_media_thread; }

uint32_t hookswitch_mark_media_thread(uint32_t is_media) {
  const uint32_t before = is_media_thread;
  is_media_thread = is_media;
  return before;
}

uint64_t hookswitch_monotonic_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * NANOSECONDS + (uint64_t)now.tv_nsec;
}

void hookswitch_sleep_until(uint64_t deadline_ns) {
  const struct timespec deadline = {.tv_sec = (time_t)(deadline_ns / NANOSECONDS), .tv_nsec = (long)(deadline_ns % NANOSECONDS)};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, NULL) == EINTR) continue;
}
