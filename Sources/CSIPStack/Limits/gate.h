/* The limits on strangers' requests. */
#ifndef CSIP_GATE_H
#define CSIP_GATE_H

#include "../Thread/counts.h"
#include "../sofia.h"
#include "csipstack.h"
#include "sources.h"
#include "trust.h"

typedef struct {
  csip_limits limits;
  csip_trusted trusted;
  csip_sources sources;
  uint32_t ringing;            /* in all */
  uint32_t calls;              /* in all, with those of trusted sources and our own */
  float refusals;              /* in all */
  int64_t refused_at;
  /* Not reported yet. */
  uint32_t refused, dropped, cut;
  su_sockaddr_t last_refused;
  int64_t told_at;
  su_timer_t *timer;
} csip_gate;

/* The part of a call in the counts. */
typedef struct {
  csip_place place;            /* the source of an incoming call */
  uint32_t is_counted : 1, has_source : 1, rings : 1;
} csip_admission;

void csip_gate_open(csip_stack *, const csip_limits *);
void csip_gate_close(csip_stack *);
/* Returns this thread's stack, or NULL. */
csip_stack *csip_gate_here(void);
/* Returns 0 for a request, of which only the header was read, that must be dropped. */
int csip_gate_admits(const su_sockaddr_t *from, sip_t *);
/* True when the offered call exceeds a limit. */
int csip_is_refused(csip_stack *, sip_t const *);
/* Counts a refused call, a dropped request or a cut connection, and reports it within a second. */
void csip_gate_count(csip_stack *, csip_counted what, const su_sockaddr_t *from_or_null);

/* An incoming call rings until csip_gate_settled. It and an outgoing call count until csip_gate_leaves. */
void csip_gate_rings(csip_gate *, csip_admission *, const su_sockaddr_t *from);
void csip_gate_counts(csip_gate *, csip_admission *);
void csip_gate_settled(csip_gate *, csip_admission *);
void csip_gate_leaves(csip_gate *, csip_admission *);

#endif
