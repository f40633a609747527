/* Handles the answers to the requests that this stack sends. */
#include "answers.h"

#include "../Messages/parts.h"
#include "../stack.h"
#include "changes.h"

#include <sofia-sip/sip_header.h>

/* Drops a request that the library holds until it gets credentials. The library then reports a status of its own, which is_settled ignores. */
static void give_up(csip_dialog *dialog) {
  dialog->is_refused = 1;
  nua_authenticate(dialog->handle, TAG_END());
}

/* True when an answer needs no event: its challenge was answered, or it is the library's status for a request that give_up dropped. */
static int is_settled(csip_stack *stack, csip_dialog *dialog, int status, sip_t const *sip, int may_answer) {
  if (status == 401 || status == 407) {
    if (may_answer && csip_answer_challenge(stack, dialog, sip)) return 1;
    give_up(dialog);
    return 0;
  }
  const int was_given_up = dialog->is_refused;
  dialog->is_refused = 0;
  return was_given_up;
}

/* Keeps the address of the far end of an outgoing call, or of the proxy before it. */
static void keep_peer(csip_stack *stack, csip_dialog *dialog) {
  const su_sockaddr_t *from = csip_came_from(stack);
  if (dialog->is_up || !from) return;
  dialog->peer = csip_place_of(from);
  dialog->has_peer = 1;
}

static void invited(csip_stack *stack, csip_dialog *dialog, int status, char const *phrase, sip_t const *sip, su_home_t *home) {
  if (sip && !dialog->is_incoming) keep_peer(stack, dialog);
  if (is_settled(stack, dialog, status, sip, !dialog->is_ending)) return;
  if (status >= 200) csip_challenges_over(dialog);
  if (status < 300) csip_keep_target(dialog, sip, home);
  csip_event event = {.kind = CSIP_PROGRESS, .dialog = dialog->number, .status = status, .phrase = phrase};
  csip_fill_reason(&event, sip, home);
  if (dialog->is_up) {
    if (status < 200) return;
    csip_change_answered(dialog, status);
    event.kind = CSIP_CHANGED;
  } else if (status >= 300) {
    event.kind = CSIP_REFUSED;
  } else if (status >= 200) {
    return; /* state_changed reports the answer */
  } else if (sip && sip->sip_payload) {
    event.remote_sdp = csip_body(sip, home);
  }
  csip_tell(stack, &event);
}

static void registered(csip_stack *stack, csip_dialog *dialog, int status, char const *phrase, sip_t const *sip, su_home_t *home) {
  if (status < 200 || is_settled(stack, dialog, status, sip, 1)) return;
  csip_challenges_over(dialog);
  csip_event event = {.kind = CSIP_REGISTERED, .dialog = dialog->number, .status = status, .phrase = phrase};
  csip_fill_reason(&event, sip, home);
  if (status >= 300) event.kind = CSIP_UNREGISTERED;
  else if (sip && sip->sip_contact) event.expires = (uint32_t)sip_contact_expires(sip->sip_contact, sip->sip_expires, sip->sip_date, 3600, sip_now());
  csip_tell(stack, &event);
  if (!dialog->is_ending) return;
  csip_dialog *left = csip_dialog_find(stack, event.dialog);
  if (left) csip_dialog_drop(stack, left);
}

static void tell(csip_stack *stack, csip_dialog *dialog, csip_kind kind, int status, char const *phrase, sip_t const *sip) {
  if (status < 200 || is_settled(stack, dialog, status, sip, 1)) return;
  csip_challenges_over(dialog);
  csip_tell(
      stack, &(csip_event){
                 .kind = kind, .dialog = dialog->number, .status = status, .phrase = phrase,
                 .is_final = kind == CSIP_TRANSFER && status >= 300});
}

void csip_answered(
    csip_stack *stack, nua_event_t what, csip_dialog *dialog, int status, char const *phrase, sip_t const *sip, su_home_t *home) {
  switch (what) {
    case nua_r_invite: return invited(stack, dialog, status, phrase, sip, home);
    case nua_r_register:
    case nua_r_unregister: return registered(stack, dialog, status, phrase, sip, home);
    case nua_r_bye:
    case nua_r_prack:
    case nua_r_update: (void)is_settled(stack, dialog, status, sip, 1); return;
    case nua_r_refer: tell(stack, dialog, CSIP_TRANSFER, status, phrase, sip); break;
    case nua_r_info: tell(stack, dialog, CSIP_INFO_ANSWERED, status, phrase, sip); break;
    case nua_r_notify:
      if (status >= 200) (void)is_settled(stack, dialog, status, sip, 1);
      break;
    default: return;
  }
  csip_request_answered(dialog, status);
}
