/* The sources that the limits do not apply to: the hosts of our accounts. */
#ifndef CSIP_TRUST_H
#define CSIP_TRUST_H

#include "sources.h"

enum { CSIP_TRUSTED = 256 };

typedef struct {
  struct {
    csip_place place;
    uint32_t by;               /* the number of csip_trust calls for it */
  } rows[CSIP_TRUSTED];
  uint32_t n;
} csip_trusted;

int csip_is_trusted(const csip_trusted *, csip_place);
void csip_trust_add(csip_trusted *, const char *address);
void csip_trust_remove(csip_trusted *, const char *address);

#endif
