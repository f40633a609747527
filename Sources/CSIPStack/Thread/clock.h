/* The time of the stack's limits. */
#ifndef CSIP_CLOCK_H
#define CSIP_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Returns a time in milliseconds that no change of the system's time moves. */
static inline int64_t csip_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

#endif
