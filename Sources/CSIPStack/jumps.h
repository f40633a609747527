/* Calls of the library's own, led to functions of ours. */
#ifndef CSIP_JUMPS_H
#define CSIP_JUMPS_H

#include <stddef.h>

typedef struct {
  const char *name;
  void *instead;
} csip_jump;

/* Leads what the library calls by these names elsewhere, for the whole process: before the library has begun. csip_unled names what it does not call. */
void csip_lead(const csip_jump *jumps, size_t n);

/* The same for what the system still does. Functions that another image of this code leads stay with it: what they hand out is theirs to take back. */
void csip_lead_unled(const csip_jump *jumps, size_t n);

#endif
