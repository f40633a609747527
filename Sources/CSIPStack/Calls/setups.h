/* The side that begins the DTLS handshake, as in a=setup (RFC 4145, RFC 5763 section 5): our offers leave it open, our answers decide it,
 * and neither changes an earlier decision. */
#ifndef CSIP_SETUPS_H
#define CSIP_SETUPS_H

#include "dialogs.h"

/* Keeps the side, from an answer. */
void csip_setup_settled(csip_dialog *, const char *answer, int is_theirs);
/* Writes the side into our description, or leaves it open in an offer; returns 0 when the description has no a=setup. */
int csip_setup_say(csip_dialog *, int is_offer);

#endif
