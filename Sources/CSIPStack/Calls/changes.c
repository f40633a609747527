/* Changes of a call's session: ours and the far end's. */
#include "changes.h"

#include "../Messages/parts.h"
#include "../Messages/sounds.h"
#include "setups.h"

#include <sofia-sip/sip_status.h>
#include <sofia-sip/sip_tag.h>
#include <sofia-sip/soa_tag.h>

static void change(csip_dialog *dialog, const char *sdp, const char *hold) {
  if (sdp) csip_keep(&dialog->own_sdp, sdp);
  csip_keep(&dialog->asked_hold, hold);
  const int is_other = csip_setup_say(dialog, 1) || sdp;
  nua_invite(
      dialog->handle, TAG_IF(is_other, SOATAG_USER_SDP_STR(dialog->own_sdp)), SOATAG_HOLD(hold), CSIP_OUR_SOUNDS, TAG_END());
}

/* The library never sends an INVITE that it queued behind another request, so the change waits here until none is pending. */
void csip_change_begins(csip_dialog *dialog, const char *sdp, const char *hold) {
  if (dialog->n_asked == 0) return change(dialog, sdp, hold);
  csip_keep(&dialog->next_sdp, sdp);
  csip_keep(&dialog->next_hold, hold);
  dialog->has_change = 1;
}

void csip_request_answered(csip_dialog *dialog, int status) {
  /* A challenged request is sent again, or, when it is dropped, reported with another status. */
  if (status < 200 || status == 401 || status == 407 || dialog->n_asked == 0) return;
  if (--dialog->n_asked || !dialog->has_change) return;
  dialog->has_change = 0;
  change(dialog, dialog->next_sdp, dialog->next_hold);
}

void csip_change_answered(csip_dialog *dialog, int status) {
  if (status < 300) csip_keep(&dialog->hold, dialog->asked_hold);
  else nua_set_hparams(dialog->handle, SOATAG_HOLD(dialog->hold), TAG_END()); /* the library would keep the new direction */
}

/* Accepts the change unless the two sides have no codec in common (RFC 3261 section 14.2). */
void csip_change_asked(csip_dialog *dialog, nua_t *nua, sip_t const *sip, su_home_t *home) {
  const char *theirs = csip_body(sip, home);
  if (!theirs || !dialog->own_sdp || csip_can_agree(dialog->own_sdp, theirs)) {
    /* Our last description may have been an offer. */
    const int is_other = theirs && csip_setup_say(dialog, 0);
    nua_respond(
        dialog->handle, SIP_200_OK, NUTAG_WITH_THIS(nua), TAG_IF(is_other, SOATAG_USER_SDP_STR(dialog->own_sdp)), TAG_END());
  } else {
    nua_respond(
        dialog->handle, SIP_488_NOT_ACCEPTABLE, NUTAG_WITH_THIS(nua), SIPTAG_WARNING_STR("305 - \"no codec in common\""), TAG_END());
  }
}
