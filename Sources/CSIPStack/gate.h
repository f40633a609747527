/* The limits on strangers' requests. All of it belongs to the stack's thread. */
#ifndef CSIP_GATE_H
#define CSIP_GATE_H

#include "csipstack.h"

#include <sofia-sip/su.h>
#include <sofia-sip/su_wait.h>

/* A source of requests: an IPv4 address, or the /64 of an IPv6 address, which one customer usually has. */
typedef struct {
  uint64_t high, low;
} csip_place;

enum { CSIP_GATE_WAYS = 4, CSIP_GATE_SETS = 512, CSIP_GATE_TRUSTED = 256 };

/* The rates that are limited per source: INVITEs outside a dialog, other requests outside one, requests within one, and refusals with 503. */
enum { CSIP_CALLS, CSIP_STRANGERS, CSIP_TALK, CSIP_REFUSALS, CSIP_BUCKETS };

typedef struct {
  csip_place place;
  int64_t at;                  /* when the row was used last; 0: never */
  float tokens[CSIP_BUCKETS];
  uint32_t ringing;            /* its calls that are not up yet */
  uint32_t calls;              /* its calls, ringing or up */
} csip_source;

typedef struct {
  csip_limits limits;
  uint64_t seed;               /* of the hash, so that no one can choose addresses that collide */
  uint32_t ringing;            /* in all */
  uint32_t calls;              /* in all, with those of trusted sources and our own */
  float refusals;              /* in all */
  int64_t refused_at;
  struct {
    csip_place place;
    uint32_t by;               /* the number of csip_trust calls for it */
  } trusted[CSIP_GATE_TRUSTED];
  uint32_t n_trusted;
  /* Not reported yet. */
  uint32_t refused, dropped, cut;
  su_sockaddr_t last_refused;
  int64_t told_at;
  su_timer_t *timer;
  su_timer_t *ring_timer;
  int64_t swept_at;
  csip_source sources[CSIP_GATE_SETS][CSIP_GATE_WAYS];
} csip_gate;

int64_t csip_now(void);
csip_place csip_place_of(const su_sockaddr_t *address);
int csip_is_same(csip_place, csip_place);
int csip_is_trusted(const csip_gate *, csip_place);
csip_source *csip_source_at(csip_gate *, csip_place, int64_t now);
/* Adds the tokens that the source's buckets gained since the row was used last. */
void csip_source_wait(csip_source *, float rate, int64_t now);
/* Fills a bucket at `rate` tokens a second, up to two seconds' worth. */
void csip_fill(float *tokens, float rate, int64_t milliseconds);
int csip_take(float *tokens);

#endif
