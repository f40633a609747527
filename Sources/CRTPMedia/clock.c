/* Time and chance. */
#include "clock.h"

#include <sys/random.h>

uint64_t crtp_now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * SECOND_NS + (uint64_t)t.tv_nsec;
}

uint32_t crtp_random(void) {
  uint32_t value = 0;
  if (getrandom(&value, sizeof value, 0) != sizeof value) value = (uint32_t)crtp_now(CLOCK_MONOTONIC) * 2654435761u;
  return value;
}
