/* A stack's counters: only its thread writes them, any thread may read them. */
#ifndef CSIP_COUNTS_H
#define CSIP_COUNTS_H

#include "csipstack.h"

#include <stdatomic.h>

/* The counters of csip_counts. */
typedef enum {
  CSIP_MESSAGES, CSIP_MENDED, CSIP_UNREACHABLE, CSIP_CALLS_OFFERED, CSIP_REFUSED_CALLS, CSIP_DROPPED_REQUESTS, CSIP_CUT_STREAMS, CSIP_COUNTED
} csip_counted;

typedef struct {
  _Atomic uint64_t of[CSIP_COUNTED];
} csip_counters;

void csip_count(csip_counters *, csip_counted);

#endif
