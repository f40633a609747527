/* Orders to a stack: each function copies its arguments into an order, which the stack's thread carries out. */
#include "../Handover/callids.h"
#include "../Messages/wire.h"
#include "../Security/homes.h"
#include "../Wrapped/contacts.h"
#include "../stack.h"
#include "changes.h"
#include "ends.h"

#include <sofia-sip/sip_header.h>
#include <sofia-sip/sip_status.h>
#include <sofia-sip/sip_tag.h>
#include <sofia-sip/soa_tag.h>
#include <sofia-sip/su_tag_io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Makes an order with copies of its texts in the same block. */
static csip_order *order(void (*run)(csip_stack *, csip_order *), uint64_t dialog, int32_t number, const char *const *texts, size_t n) {
  size_t bytes = sizeof(csip_order);
  for (size_t i = 0; i < n; i++) bytes += texts[i] ? strlen(texts[i]) + 1 : 0;
  csip_order *made = calloc(1, bytes);
  if (!made) return NULL;
  *made = (csip_order){.run = run, .dialog = dialog, .number = number};
  char *end = (char *)(made + 1);
  for (size_t i = 0; i < n; i++) {
    if (!texts[i]) continue;
    const size_t length = strlen(texts[i]) + 1;
    memcpy(end, texts[i], length);
    made->text[i] = end;
    end += length;
  }
  return made;
}

#define TEXTS(...) (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)

static void give(csip_stack *stack, csip_order *made) {
  if (made) csip_queue_put(&stack->orders, made);
}

/* Reports that a dialog could not begin. */
static void over(csip_stack *stack, uint64_t number, const char *why) {
  csip_tell(stack, &(csip_event){.kind = CSIP_REFUSED, .dialog = number, .status = 900, .phrase = why});
  csip_tell(stack, &(csip_event){.kind = CSIP_OVER, .dialog = number, .status = 900, .phrase = why});
}

static const char *address(char *room, size_t bytes, const char *name, const char *uri) {
  if (!name || !*name) {
    snprintf(room, bytes, "<%s>", uri);
    return room;
  }
  size_t at = 0;
  room[at++] = '"';
  for (const char *p = name; *p && at + 3 < bytes; p++) {
    if ((unsigned char)*p < ' ' || *p == 127) continue; /* a line break would inject a header */
    if (*p == '"' || *p == '\\') room[at++] = '\\';
    room[at++] = *p;
  }
  snprintf(room + at, bytes - at, "\" <%s>", uri);
  return room;
}

/* The indices of an identity's texts in an order. */
enum { URI, NAME, CONTACT, ROUTE, USER, PASSWORD, PRIVACY, REALM, HOMES, WITHOUT_QOP, AFTER_IDENTITY };
#define IDENTITY(who) who->uri, who->name, who->contact, who->route, who->user, who->password, who->privacy, who->realm, who->homes, \
      who->answers_without_qop ? "" : NULL

static csip_dialog *begin(csip_stack *stack, csip_order *o, const char *to) {
  char room[1024];
  csip_dialog *dialog = csip_dialog_make(stack, o->dialog);
  if (!dialog) return NULL;
  dialog->user = o->text[USER] ? strdup(o->text[USER]) : NULL;
  dialog->password = o->text[PASSWORD] ? strdup(o->text[PASSWORD]) : NULL;
  dialog->realm = o->text[REALM] ? strdup(o->text[REALM]) : NULL;
  dialog->has_route = o->text[ROUTE] != NULL;
  dialog->answers_without_qop = o->text[WITHOUT_QOP] != NULL;
  csip_homes_keep(dialog, o->text[HOMES], to);
  dialog->awaits_tls = csip_tls_wants(stack, o->text[ROUTE] ? o->text[ROUTE] : to) != 0;
  su_home_t home[1] = {SU_HOME_INIT(home)};
  /* The user in the Contact tells whose account a request is for. */
  url_t const *own = url_make(home, o->text[URI]);
  dialog->handle = nua_handle(
      stack->nua, dialog, NUTAG_URL(to), SIPTAG_FROM_STR(address(room, sizeof room, o->text[NAME], o->text[URI])),
      TAG_IF(o->text[CONTACT], SIPTAG_CONTACT_STR(o->text[CONTACT])),
      TAG_IF(!o->text[CONTACT] && own && own->url_user, NUTAG_M_USERNAME(own ? own->url_user : NULL)),
      TAG_IF(o->text[ROUTE], NUTAG_INITIAL_ROUTE_STR(o->text[ROUTE])), TAG_IF(o->text[PRIVACY], SIPTAG_PRIVACY_STR(o->text[PRIVACY])),
      NUTAG_AUTOANSWER(0), TAG_END());
  su_home_deinit(home);
  if (dialog->handle) return dialog;
  csip_dialog_drop(stack, dialog);
  return NULL;
}

static void run_invite(csip_stack *stack, csip_order *o) {
  const char *to = o->text[AFTER_IDENTITY], *sdp = o->text[AFTER_IDENTITY + 1], *headers = o->text[AFTER_IDENTITY + 2];
  char room[1024];
  csip_dialog *dialog = begin(stack, o, to);
  if (!dialog) return over(stack, o->dialog, "it is not an address that can be called");
  csip_keep(&dialog->own_sdp, sdp);
  csip_gate_counts(&stack->gate, &dialog->admission);
  dialog->is_sips = strncasecmp(to, "sips:", 5) == 0;
  dialog->is_keyed = dialog->awaits_tls && strstr(sdp, "a=crypto:") != NULL;
  if (!o->text[CONTACT]) csip_contact_for_call(stack, dialog, o->text[URI], to);
  const csip_span given = headers ? csip_call_id_in_headers(headers, strlen(headers)) : (csip_span){0};
  su_home_t home[1] = {SU_HOME_INIT(home)};
  sip_call_id_t *fresh = given.bytes ? NULL : sip_call_id_create(home, NULL);
  if (given.bytes) dialog->mark = csip_mark_of(given.text, given.bytes);
  else if (fresh) dialog->mark = csip_mark_of(fresh->i_id, strlen(fresh->i_id));
  csip_handover_begins(stack, dialog->mark);
  nua_invite(
      dialog->handle, SIPTAG_TO_STR(address(room, sizeof room, NULL, to)), SOATAG_USER_SDP_STR(sdp), CSIP_OUR_SOUNDS,
      TAG_IF(fresh, SIPTAG_CALL_ID(fresh)), TAG_IF(headers, SIPTAG_HEADER_STR(headers)), TAG_END());
  su_home_deinit(home);
}

void csip_invite(csip_stack *stack, uint64_t dialog, const csip_identity *from, const char *to, const char *sdp, const char *headers) {
  give(stack, order(run_invite, dialog, 0, TEXTS(IDENTITY(from), to, sdp, headers)));
}

static void run_name(csip_stack *stack, csip_order *o) {
  csip_dialog *dialog = csip_dialog_find(stack, o->dialog);
  if (dialog) nua_set_hparams(dialog->handle, NUTAG_M_USERNAME(o->text[0]), TAG_END());
}

void csip_name(csip_stack *stack, uint64_t dialog, const char *user) { give(stack, order(run_name, dialog, 0, TEXTS(user))); }

static void run_ring(csip_stack *stack, csip_order *o) {
  csip_dialog *dialog = csip_dialog_find(stack, o->dialog);
  if (!dialog) return;
  if (o->text[0]) nua_respond(dialog->handle, o->number, NULL, SOATAG_USER_SDP_STR(o->text[0]), CSIP_OUR_SOUNDS, TAG_END());
  else nua_respond(dialog->handle, o->number, NULL, TAG_END());
}

void csip_ring(csip_stack *stack, uint64_t dialog, int32_t status, const char *sdp) {
  give(stack, order(run_ring, dialog, status, TEXTS(sdp)));
}

static void run_answer(csip_stack *stack, csip_order *o) {
  csip_dialog *dialog = csip_dialog_find(stack, o->dialog);
  if (!dialog) return;
  csip_keep(&dialog->own_sdp, o->text[0]);
  dialog->is_answered = 1;
  nua_respond(dialog->handle, SIP_200_OK, SOATAG_USER_SDP_STR(o->text[0]), CSIP_OUR_SOUNDS, TAG_END());
}

void csip_answer(csip_stack *stack, uint64_t dialog, const char *sdp) { give(stack, order(run_answer, dialog, 200, TEXTS(sdp))); }

static void run_reject(csip_stack *stack, csip_order *o) {
  csip_dialog *dialog = csip_dialog_find(stack, o->dialog);
  if (!dialog) return;
  /* A call with a final response no longer counts as ringing, even before its ACK. */
  csip_gate_settled(&stack->gate, &dialog->admission);
  nua_respond(dialog->handle, o->number, o->text[0], TAG_IF(o->text[1], SIPTAG_HEADER_STR(o->text[1])), TAG_END());
}

void csip_reject(csip_stack *stack, uint64_t dialog, int32_t status, const char *phrase, const char *headers) {
  give(stack, order(run_reject, dialog, status, TEXTS(phrase, headers)));
}

static void run_end(csip_stack *stack, csip_order *o) {
  csip_dialog *dialog = csip_dialog_find(stack, o->dialog);
  if (dialog) csip_hang_up(dialog, o->text[0]);
}

void csip_end(csip_stack *stack, uint64_t dialog, const char *reason) { give(stack, order(run_end, dialog, 0, TEXTS(reason))); }

static void run_change(csip_stack *stack, csip_order *o) {
  csip_dialog *dialog = csip_dialog_find(stack, o->dialog);
  if (dialog) csip_change_begins(dialog, o->text[0], o->text[1]);
}

void csip_change(csip_stack *stack, uint64_t dialog, const char *sdp, const char *hold) {
  give(stack, order(run_change, dialog, 0, TEXTS(sdp, hold)));
}

static void run_info(csip_stack *stack, csip_order *o) {
  csip_dialog *dialog = csip_dialog_find(stack, o->dialog);
  if (!dialog) return;
  dialog->n_asked++;
  nua_info(dialog->handle, SIPTAG_CONTENT_TYPE_STR(o->text[0]), SIPTAG_PAYLOAD_STR(o->text[1]), TAG_END());
}

void csip_info(csip_stack *stack, uint64_t dialog, const char *content_type, const char *body) {
  give(stack, order(run_info, dialog, 0, TEXTS(content_type, body)));
}

static void run_refer(csip_stack *stack, csip_order *o) {
  csip_dialog *dialog = csip_dialog_find(stack, o->dialog);
  if (!dialog) return;
  dialog->n_asked++;
  nua_refer(
      dialog->handle, SIPTAG_REFER_TO_STR(o->text[0]), TAG_IF(o->text[1], SIPTAG_REFERRED_BY_STR(o->text[1])), TAG_END());
}

void csip_refer(csip_stack *stack, uint64_t dialog, const char *to, const char *referred_by) {
  give(stack, order(run_refer, dialog, 0, TEXTS(to, referred_by)));
}

static void run_refer_to_dialog(csip_stack *stack, csip_order *o) {
  csip_dialog *dialog = csip_dialog_find(stack, o->dialog), *other = csip_dialog_find(stack, strtoull(o->text[0], NULL, 10));
  if (!dialog || !other) {
    csip_tell(
        stack, &(csip_event){.kind = CSIP_TRANSFER, .dialog = o->dialog, .status = 481, .phrase = "one of the calls is gone", .is_final = 1});
    return;
  }
  su_home_t home[1] = {SU_HOME_INIT(home)};
  sip_replaces_t *replaces = nua_handle_make_replaces(other->handle, home, 0);
  char *query = replaces ? sip_headers_as_url_query(home, SIPTAG_REPLACES(replaces), TAG_END()) : NULL;
  char *to = query && other->target ? su_sprintf(home, "<%s?%s>", other->target, query) : NULL;
  if (to) {
    dialog->n_asked++;
    nua_refer(dialog->handle, SIPTAG_REFER_TO_STR(to), TAG_IF(o->text[1], SIPTAG_REFERRED_BY_STR(o->text[1])), TAG_END());
  } else {
    csip_tell(
        stack, &(csip_event){.kind = CSIP_TRANSFER, .dialog = o->dialog, .status = 481, .phrase = "the other call is not up", .is_final = 1});
  }
  su_home_deinit(home);
}

void csip_refer_to_dialog(csip_stack *stack, uint64_t dialog, uint64_t other, const char *referred_by) {
  char number[24];
  snprintf(number, sizeof number, "%llu", (unsigned long long)other);
  give(stack, order(run_refer_to_dialog, dialog, 0, TEXTS(number, referred_by)));
}

static void run_accept_refer(csip_stack *stack, csip_order *o) {
  csip_dialog *dialog = csip_dialog_find(stack, o->dialog);
  if (!dialog || !dialog->has_refer) return;
  nua_respond(dialog->handle, o->number, NULL, NUTAG_WITH_SAVED(dialog->refer), TAG_END());
  nua_destroy_event(dialog->refer);
  dialog->has_refer = 0;
  dialog->is_refer_open = o->number < 300;
}

void csip_accept_refer(csip_stack *stack, uint64_t dialog, int32_t status) {
  give(stack, order(run_accept_refer, dialog, status, TEXTS(NULL)));
}

static void run_report_refer(csip_stack *stack, csip_order *o) {
  csip_dialog *dialog = csip_dialog_find(stack, o->dialog);
  if (!dialog || !dialog->is_refer_open) return;
  char fragment[256];
  snprintf(fragment, sizeof fragment, "SIP/2.0 %d %s\r\n", (int)o->number, o->text[0]);
  if (o->number >= 200) dialog->is_refer_open = 0;
  dialog->n_asked++;
  nua_notify(
      dialog->handle, NUTAG_SUBSTATE(o->number >= 200 ? nua_substate_terminated : nua_substate_active), SIPTAG_EVENT_STR("refer"),
      SIPTAG_CONTENT_TYPE_STR("message/sipfrag;version=2.0"), SIPTAG_PAYLOAD_STR(fragment), TAG_END());
}

void csip_report_refer(csip_stack *stack, uint64_t dialog, int32_t status, const char *phrase) {
  give(stack, order(run_report_refer, dialog, status, TEXTS(phrase)));
}

static void run_register(csip_stack *stack, csip_order *o) {
  const char *registrar = o->text[AFTER_IDENTITY], *keep_alive = o->text[AFTER_IDENTITY + 1];
  char room[1024], expires[16];
  csip_dialog *dialog = csip_dialog_find(stack, o->dialog);
  if (!dialog) dialog = begin(stack, o, registrar);
  if (!dialog) return over(stack, o->dialog, "the registrar is not an address");
  stack->dialogs.n_registrations += !dialog->is_registration;
  dialog->is_registration = 1;
  dialog->is_ending = 0;
  csip_keep(&dialog->plain_contact, o->text[AFTER_IDENTITY + 2]);
  snprintf(expires, sizeof expires, "%d", (int)o->number);
  const unsigned milliseconds = (unsigned)strtoul(keep_alive, NULL, 10) * 1000;
  nua_register(
      dialog->handle, NUTAG_REGISTRAR(registrar), SIPTAG_TO_STR(address(room, sizeof room, o->text[NAME], o->text[URI])),
      SIPTAG_EXPIRES_STR(expires), NUTAG_OUTBOUND(milliseconds ? "options-keepalive no-validate" : "no-options-keepalive no-validate"),
      NUTAG_KEEPALIVE(milliseconds), NUTAG_KEEPALIVE_STREAM(milliseconds),
      /* A registrar heeds an instance only with this word (RFC 5626 section 4.2.1). */
      TAG_IF(o->text[AFTER_IDENTITY + 2], SIPTAG_SUPPORTED_STR("outbound")), TAG_END());
}

void csip_register(
    csip_stack *stack, uint64_t dialog, const csip_identity *who, const char *registrar, uint32_t expires, uint32_t keep_alive,
    const char *plain_contact) {
  char seconds[16];
  snprintf(seconds, sizeof seconds, "%u", keep_alive);
  give(stack, order(run_register, dialog, (int32_t)expires, TEXTS(IDENTITY(who), registrar, seconds, plain_contact)));
}

static void run_unregister(csip_stack *stack, csip_order *o) {
  csip_dialog *dialog = csip_dialog_find(stack, o->dialog);
  if (dialog) csip_withdraw(dialog);
}

void csip_unregister(csip_stack *stack, uint64_t dialog) { give(stack, order(run_unregister, dialog, 0, TEXTS(NULL))); }

static void run_forget(csip_stack *stack, csip_order *o) {
  csip_dialog *dialog = csip_dialog_find(stack, o->dialog);
  if (dialog) csip_dialog_drop(stack, dialog);
}

void csip_forget(csip_stack *stack, uint64_t dialog) { give(stack, order(run_forget, dialog, 0, TEXTS(NULL))); }

static void run_trust(csip_stack *stack, csip_order *o) { csip_trust_add(&stack->gate.trusted, o->text[0]); }

void csip_trust(csip_stack *stack, const char *address) { give(stack, order(run_trust, 0, 0, TEXTS(address))); }

static void run_distrust(csip_stack *stack, csip_order *o) { csip_trust_remove(&stack->gate.trusted, o->text[0]); }

void csip_distrust(csip_stack *stack, const char *address) { give(stack, order(run_distrust, 0, 0, TEXTS(address))); }

static void run_trace(csip_stack *stack, csip_order *o) { csip_wire_set(stack, o->number); }

void csip_trace(csip_stack *stack, uint32_t is_on) { give(stack, order(run_trace, 0, is_on != 0, TEXTS(NULL))); }
