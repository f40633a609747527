/* The sources of requests, and the rate of each. */
#ifndef CSIP_SOURCES_H
#define CSIP_SOURCES_H

#include <sofia-sip/su.h>
#include <stdint.h>

/* A source of requests: an IPv4 address, or the /64 of an IPv6 address, which one customer usually has. */
typedef struct {
  uint64_t high, low;
} csip_place;

/* The rates that are limited per source: INVITEs outside a dialog, other requests outside one, requests within one, and refusals with 503. */
enum { CSIP_CALLS, CSIP_STRANGERS, CSIP_TALK, CSIP_REFUSALS, CSIP_BUCKETS };

typedef struct {
  csip_place place;
  int64_t at;                  /* when the row was used last; 0: never */
  float tokens[CSIP_BUCKETS];
  uint32_t ringing;            /* its calls that are not up yet */
  uint32_t calls;              /* its calls, ringing or up */
} csip_source;

enum { CSIP_SOURCE_WAYS = 4, CSIP_SOURCE_SETS = 512 };

/* A table of fixed size: the source that was quiet for longest makes room. */
typedef struct {
  uint64_t seed;               /* of the hash, so that no one can choose addresses that collide */
  csip_source rows[CSIP_SOURCE_SETS][CSIP_SOURCE_WAYS];
} csip_sources;

csip_place csip_place_of(const su_sockaddr_t *address);
int csip_is_same(csip_place, csip_place);

/* Returns the source's row. A new source takes the row that was quiet for longest; rows without calls go first. */
csip_source *csip_source_at(csip_sources *, csip_place, int64_t now);
/* Adds the tokens that the source's buckets gained since the row was used last. */
void csip_source_wait(csip_source *, float rate, int64_t now);
/* Fills a bucket at `rate` tokens a second, up to two seconds' worth. */
void csip_fill(float *tokens, float rate, int64_t milliseconds);
int csip_take(float *tokens);

#endif
