#ifndef CMALLOCCOUNT_H
#define CMALLOCCOUNT_H

#include <stdint.h>

/* Counts the allocations of the program that links it, including those of the Swift runtime, by interposition of malloc. Counting is off by
 * default; while on, it costs two atomic additions per allocation. [any thread] */

/* The totals while counting was on. */
typedef struct {
  int64_t allocations;
  /* Allocated minus freed bytes, including the heap's header of each block. */
  int64_t live_bytes;
} malloc_count;

/* Switches counting on (1) or off (0). */
void malloc_count_enable(int is_on);

/* Returns the totals so far. */
malloc_count malloc_count_read(void);

#endif
