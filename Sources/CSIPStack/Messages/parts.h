/* The parts of messages. */
#ifndef CSIP_PARTS_H
#define CSIP_PARTS_H

#include "../sofia.h"
#include "csipstack.h"

void csip_fill_call(csip_event *, sip_t const *, su_home_t *);
void csip_fill_reason(csip_event *, sip_t const *, su_home_t *);
void csip_fill_body(csip_event *, sip_t const *, su_home_t *);
/* Returns the body as a NUL-terminated string; NULL if there is none. */
const char *csip_body(sip_t const *, su_home_t *);
/* Returns the source of the current message; NULL if there is none. */
const su_sockaddr_t *csip_came_from(csip_stack *);
/* True when a request came over TLS. */
int csip_came_by_tls(sip_t const *);
/* True when an offer asks us to be silent. */
uint32_t csip_holds(const char *sdp, su_home_t *);

#endif
