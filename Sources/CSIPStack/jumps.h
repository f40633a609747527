/* Interposition on the library's own calls. */
#ifndef CSIP_JUMPS_H
#define CSIP_JUMPS_H

#include <stddef.h>

typedef struct {
  const char *name;
  void *instead;
} csip_jump;

/* Replaces the library's calls of these functions, for the whole process. Must run before the library starts. csip_unled names those that
 * the library does not call. */
void csip_lead(const csip_jump *jumps, size_t n);

#endif
