/* Time and chance. */
#ifndef CRTP_CLOCK_H
#define CRTP_CLOCK_H

#include <stdint.h>
#include <time.h>

#define HALF_TICK_NS 10000000u
#define SECOND_NS 1000000000u

/* Returns a clock's time in nanoseconds. */
uint64_t crtp_now(clockid_t);
uint32_t crtp_random(void);

#endif
