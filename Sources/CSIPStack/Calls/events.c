/* Turns sofia-sip's events into the stack's. */
#include "events.h"

#include "../Messages/parts.h"
#include "../Wrapped/contacts.h"
#include "../stack.h"
#include "answers.h"
#include "changes.h"
#include "ends.h"
#include "rings.h"
#include "setups.h"

#include <sofia-sip/sip_header.h>
#include <sofia-sip/sip_status.h>
#include <sofia-sip/sip_tag.h>
#include <sofia-sip/soa_tag.h>
#include <sofia-sip/su_tag_io.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ------------------------------------------------------------------------------------------------------------------------- calls */

/* True when an INVITE may end a call that may be someone else's (RFC 3891 section 8): an eavesdropper knows how to name it. */
static int may_replace(csip_stack *stack, const csip_dialog *replaced, const su_sockaddr_t *from, int is_by_tls) {
  if (is_by_tls) return 1;
  if (!from) return 0;
  const csip_place place = csip_place_of(from);
  if (csip_is_trusted(&stack->gate.trusted, place)) return 1;
  if (replaced->is_incoming) return csip_is_same(place, replaced->admission.place);
  return replaced->has_peer && csip_is_same(place, replaced->peer);
}

/* The last number of an incoming call. All stacks share it, because an account has calls on two of them while it moves from one to the
 * other. */
static _Atomic uint64_t minted;

static void incoming(csip_stack *stack, nua_t *nua, nua_handle_t *handle, sip_t const *sip, su_home_t *home) {
  if (csip_is_refused(stack, sip)) {
    nua_respond(handle, SIP_503_SERVICE_UNAVAILABLE, SIPTAG_RETRY_AFTER_STR("5"), TAG_END());
    nua_handle_destroy(handle);
    return;
  }
  csip_dialog *dialog = csip_dialog_make(stack, CSIP_INCOMING | ++minted);
  if (!dialog) {
    nua_respond(handle, SIP_500_INTERNAL_SERVER_ERROR, TAG_END());
    nua_handle_destroy(handle);
    return;
  }
  dialog->is_incoming = 1;
  csip_identify(stack, dialog, sip);
  csip_keep_target(dialog, sip, home);
  csip_contact_for_caller(stack, dialog, sip);
  dialog->handle = handle;
  nua_handle_bind(handle, dialog);
  /* Requests to our Contact must reach the account that took this call. */
  const char *user = sip->sip_request->rq_url->url_user;
  nua_set_hparams(handle, NUTAG_AUTOANSWER(0), TAG_IF(user, NUTAG_M_USERNAME(user)), TAG_END());
  csip_event event = {.kind = CSIP_CALL, .dialog = dialog->number};
  csip_fill_call(&event, sip, home);
  const su_sockaddr_t *from = csip_came_from(stack);
  if (from) csip_gate_rings(&stack->gate, &dialog->admission, from);
  char room[64];
  if (from && su_inet_ntop(from->su_family, SU_ADDR(from), room, sizeof room)) event.source = room;
  event.is_by_tls = csip_came_by_tls(sip) != 0;
  if (sip->sip_replaces) {
    nua_handle_t *old = nua_handle_by_replaces(nua, sip->sip_replaces);
    csip_dialog *replaced = old ? nua_handle_magic(old) : NULL;
    event.replaces = replaced ? replaced->number : ~(uint64_t)0;
    event.may_replace = replaced && may_replace(stack, replaced, from, event.is_by_tls != 0);
    if (old) nua_handle_unref(old);
  }
  csip_ring_begins(stack, dialog);
  csip_count(&stack->counts, CSIP_CALLS_OFFERED);
  csip_tell(stack, &event);
}

static void state_changed(csip_stack *stack, csip_dialog *dialog, int status, char const *phrase, tagi_t tags[], su_home_t *home) {
  int state = nua_callstate_init, offered = 0, answered = 0, offer_sent = 0, answer_sent = 0;
  const char *local = NULL, *remote = NULL;
  tl_gets(
      tags, NUTAG_CALLSTATE_REF(state), NUTAG_OFFER_RECV_REF(offered), NUTAG_ANSWER_RECV_REF(answered), NUTAG_OFFER_SENT_REF(offer_sent),
      NUTAG_ANSWER_SENT_REF(answer_sent), SOATAG_LOCAL_SDP_STR_REF(local), SOATAG_REMOTE_SDP_STR_REF(remote), TAG_END());
  const uint64_t number = dialog->number;
  if (answered && remote) csip_setup_settled(dialog, remote, 1);
  if (answer_sent && local) csip_setup_settled(dialog, local, 0);
  /* One description per event: an offer that is answered at once makes two, theirs and then ours. */
  if (offered || answered) {
    csip_event event = {.kind = CSIP_SESSION, .dialog = number, .status = status, .is_offer = offered != 0, .remote_sdp = remote};
    /* Only an offer can hold; an answer that agrees to our hold does not. */
    if (offered && remote && dialog->is_up) event.is_held = csip_holds(remote, home);
    csip_tell(stack, &event);
  }
  if (offer_sent || answer_sent)
    csip_tell(stack, &(csip_event){.kind = CSIP_SESSION, .dialog = number, .status = status, .is_offer = offer_sent != 0, .local_sdp = local});
  if (state == nua_callstate_ready && !dialog->is_up) {
    dialog->is_up = 1;
    /* Their answer crossed our CANCEL, or the ACK arrives after the call was ended (RFC 3261 section 15). */
    if (dialog->is_ending)
      return nua_bye(dialog->handle, TAG_IF(dialog->end_reason, SIPTAG_REASON_STR(dialog->end_reason)), TAG_END());
    csip_gate_settled(&stack->gate, &dialog->admission);
    /* Frees the description for OPTIONS, which is a copy of ours. */
    nua_set_hparams(dialog->handle, SOATAG_CAPS_SDP(NULL), TAG_END());
    csip_tell(stack, &(csip_event){.kind = CSIP_ANSWERED, .dialog = number, .status = status, .phrase = phrase});
  }
  if (state == nua_callstate_terminated) {
    csip_tell(stack, &(csip_event){.kind = CSIP_OVER, .dialog = number, .status = status, .phrase = phrase});
    /* The listener may have dropped the dialog. */
    csip_dialog *left = csip_dialog_find(stack, number);
    if (left) csip_dialog_drop(stack, left);
  }
}

/* Answers an INFO: 200 for digits, in one of two forms, or for no body, else 415 (RFC 6086 section 4.2.2). */
static void informed(csip_stack *stack, csip_dialog *dialog, nua_t *nua, sip_t const *sip, su_home_t *home) {
  csip_event event = {.kind = CSIP_TONES, .dialog = dialog->number};
  csip_fill_body(&event, sip, home);
  const int is_digits = event.content_type && (strcasecmp(event.content_type, "application/dtmf-relay") == 0 ||
                                               strcasecmp(event.content_type, "application/dtmf") == 0);
  if (!event.body || is_digits) {
    nua_respond(dialog->handle, SIP_200_OK, NUTAG_WITH_THIS(nua), TAG_END());
  } else {
    nua_respond(
        dialog->handle, SIP_415_UNSUPPORTED_MEDIA, NUTAG_WITH_THIS(nua), SIPTAG_ACCEPT_STR("application/dtmf-relay, application/dtmf"),
        TAG_END());
  }
  if (event.body && is_digits) csip_tell(stack, &event);
}

static void referred(csip_stack *stack, csip_dialog *dialog, nua_t *nua, sip_t const *sip, su_home_t *home) {
  if (dialog->has_refer || !sip->sip_refer_to) {
    nua_respond(dialog->handle, dialog->has_refer ? 491 : 400, NULL, NUTAG_WITH_THIS(nua), TAG_END());
    return;
  }
  nua_save_event(nua, dialog->refer);
  dialog->has_refer = 1;
  csip_event event = {.kind = CSIP_REFER, .dialog = dialog->number};
  event.refer_to = url_as_string(home, sip->sip_refer_to->r_url);
  if (sip->sip_referred_by) event.referred_by = url_as_string(home, sip->sip_referred_by->b_url);
  csip_tell(stack, &event);
}

/* Reports a NOTIFY about our REFER: its body is the status line of the call that the far end made. */
static void notified(csip_stack *stack, csip_dialog *dialog, sip_t const *sip, su_home_t *home) {
  const char *body = csip_body(sip, home);
  if (!body) return;
  int status = 0;
  if (sscanf(body, "SIP/2.0 %3d", &status) != 1) return;
  const int is_over =
      sip->sip_subscription_state && strcasecmp(sip->sip_subscription_state->ss_substate, "terminated") == 0;
  csip_tell(
      stack, &(csip_event){.kind = CSIP_TRANSFER, .dialog = dialog->number, .status = status, .is_final = status >= 200 || is_over});
}

/* Refuses a request for an unknown call; otherwise its handle would stay for ever. */
static void belongs_nowhere(nua_t *nua, nua_handle_t *handle) {
  nua_respond(handle, SIP_481_NO_TRANSACTION, NUTAG_WITH_THIS(nua), TAG_END());
  nua_handle_destroy(handle);
}

void csip_heard(
    nua_event_t what, int status, char const *phrase, nua_t *nua, csip_stack *stack, nua_handle_t *handle, csip_dialog *dialog,
    sip_t const *sip, tagi_t tags[]) {
  su_home_t home[1] = {SU_HOME_INIT(home)};
  csip_event event = {.dialog = dialog ? dialog->number : 0, .status = status, .phrase = phrase};
  if (dialog && sip) {
    dialog->awaits_tls = 0;
    csip_identify(stack, dialog, sip);
  }
  switch (what) {
    case nua_i_invite:
      if (!dialog) incoming(stack, nua, handle, sip, home);
      else if (status < 200) csip_change_asked(dialog, nua, sip, home);
      break;
    case nua_i_update:
      if (dialog && status < 200) csip_change_asked(dialog, nua, sip, home);
      break;
    case nua_i_state:
      if (dialog) state_changed(stack, dialog, status, phrase, tags, home);
      break;
    case nua_i_cancel:
    case nua_i_bye:
      if (!dialog) break;
      event.kind = what == nua_i_bye ? CSIP_HUNG_UP : CSIP_CANCELLED;
      event.status = 0; /* the status is that of our answer */
      csip_fill_reason(&event, sip, home);
      csip_tell(stack, &event);
      break;
    case nua_i_info:
      if (dialog && sip) informed(stack, dialog, nua, sip, home);
      else belongs_nowhere(nua, handle);
      break;
    case nua_i_error:
      if (dialog && status == 408) csip_lost(stack, dialog, status, phrase);
      break;
    case nua_i_refer:
      if (dialog && sip) referred(stack, dialog, nua, sip, home);
      else belongs_nowhere(nua, handle);
      break;
    case nua_i_notify:
      if (dialog) notified(stack, dialog, sip, home);
      else if (handle) nua_handle_destroy(handle);
      break;
    case nua_i_outbound:
      /* The registrar does not answer keep-alives. */
      if (!dialog || status < 300) break;
      event.kind = CSIP_UNREGISTERED;
      csip_tell(stack, &event);
      break;
    case nua_r_bye:
      if (dialog && dialog->is_up && status >= 200) csip_lost(stack, dialog, 408, "the far end did not refresh the session");
      break;
    default:
      /* The library has answered any request outside a dialog; its handle is of no use. */
      if (!dialog && handle && what < nua_r_set_params && what != nua_i_terminated) nua_handle_destroy(handle);
      break;
  }
  if (dialog) csip_answered(stack, what, dialog, status, phrase, sip, home);
  su_home_deinit(home);
}
