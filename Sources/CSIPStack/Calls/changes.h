/* Changes of a call's session. */
#ifndef CSIP_CHANGES_H
#define CSIP_CHANGES_H

#include "dialogs.h"

/* The tags for our codecs in our order, and telephone-event. Each dialog needs them, because it does not inherit them from the stack. */
#define CSIP_OUR_SOUNDS SOATAG_ORDERED_USER(1), SOATAG_AUDIO_AUX("telephone-event")

/* Offers a change, once no other request is unanswered. */
void csip_change_begins(csip_dialog *, const char *sdp_or_null, const char *hold_or_null);
/* Keeps the direction that the far end accepted. A refused change leaves the call as it was. */
void csip_change_answered(csip_dialog *, int status);
/* Counts an answer to a request other than INVITE, and offers the change that waited for it. */
void csip_request_answered(csip_dialog *, int status);
/* Answers an INVITE or UPDATE within the call. */
void csip_change_asked(csip_dialog *, nua_t *, sip_t const *, su_home_t *);

#endif
