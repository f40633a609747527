/* What strangers may ask of a stack. Belongs to the stack's thread. */
#ifndef CSIP_GATE_H
#define CSIP_GATE_H

#include "csipstack.h"

#include <sofia-sip/su.h>
#include <sofia-sip/su_wait.h>

/* Where something comes from: an IPv4 address, or the /64 of an IPv6 one, which is what one customer has. */
typedef struct {
  uint64_t high, low;
} csip_place;

enum { CSIP_GATE_WAYS = 4, CSIP_GATE_SETS = 512, CSIP_GATE_TRUSTED = 256 };

/* What is counted of a place: INVITEs that would open a dialog, other requests outside any, requests within one, and refusals in words. */
enum { CSIP_CALLS, CSIP_STRANGERS, CSIP_TALK, CSIP_REFUSALS, CSIP_BUCKETS };

typedef struct {
  csip_place place;
  int64_t at;                  /* when it was looked at last; 0: nobody */
  float tokens[CSIP_BUCKETS];
  uint32_t ringing;            /* its calls that are not up yet */
  uint32_t calls;              /* its calls, ringing or up */
} csip_source;

typedef struct {
  csip_limits limits;
  uint64_t seed;               /* of the hash, so that nobody can choose addresses that meet */
  uint32_t ringing;            /* in all */
  uint32_t calls;              /* in all: those of trusted sources and our own too */
  float refusals;              /* in all */
  int64_t refused_at;
  struct {
    csip_place place;
    uint32_t by;               /* how many trust it */
  } trusted[CSIP_GATE_TRUSTED];
  uint32_t n_trusted;
  /* Not told yet. */
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
/* What its buckets gained since it was looked at last. */
void csip_source_wait(csip_source *, float rate, int64_t now);
/* A bucket fills at `rate` a second, and holds two seconds of it. */
void csip_fill(float *tokens, float rate, int64_t milliseconds);
int csip_take(float *tokens);

#endif
