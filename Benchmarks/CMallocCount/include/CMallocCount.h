#ifndef CMALLOCCOUNT_H
#define CMALLOCCOUNT_H

#include <stdint.h>

/* Counts what the program that this is linked into allocates, the Swift runtime's allocations too: its malloc stands before libc's.
   Counting is off until asked for, and then costs two atomic additions an allocation. [any thread] */

/* What was allocated and freed while counting was on. */
typedef struct {
  int64_t allocations;
  /* Bytes as the heap lays them out, its own header of each block included; what was freed counts against it. */
  int64_t live_bytes;
} malloc_count;

/* Switches counting on (1) or off (0). */
void malloc_count_enable(int is_on);

/* What was counted so far. */
malloc_count malloc_count_read(void);

#endif
