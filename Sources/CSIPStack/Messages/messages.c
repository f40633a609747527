/* Parsing of received messages. Between a message's header and its body the rate limiter may drop it, and texts that the library's parsers
 * reject against RFC 4475 are repaired. */
#include "messages.h"

#include "../Security/homes.h"
#include "../stack.h"
#include "descriptions.h"

#include <sofia-sip/msg_addr.h>
#include <sofia-sip/msg_mclass.h>
#include <sofia-sip/msg_parser.h>
#include <sofia-sip/nta.h>
#include <sofia-sip/sip_extra.h>
#include <sofia-sip/sip_header.h>
#include <sofia-sip/sip_parser.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---------------------------------------------------------------------------------------------------------------------- first lines */

static struct msg_hclass_s request_class;

/* The library ignores a request whose first line is unreadable. With an invalid address it answers 400. */
static issize_t read_request(su_home_t *home, msg_header_t *header, char *text, isize_t bytes) {
  sip_request_t *request = (sip_request_t *)header;
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(text, " \t"), text);
  header->sh_class = sip_request_class;
  if (sip_request_d(home, header, text, bytes) >= 0) return 0;
  request->rq_method_name = su_strdup(home, name);
  request->rq_method = request->rq_method_name ? sip_method_code(request->rq_method_name) : sip_method_unknown;
  memset(request->rq_url, 0, sizeof request->rq_url);
  request->rq_url->url_type = url_invalid;
  request->rq_version = sip_version_2_0;
  return request->rq_method_name ? 0 : -1;
}

/* The library answers another SIP version with 505 to the address in Via, even a forged one. This adds the real source as `received`. */
static void say_whence(msg_t *msg, sip_t *sip) {
  char room[64], parameter[80];
  const su_sockaddr_t *from = msg_addr(msg);
  if (!sip->sip_via || strcasecmp(sip->sip_request->rq_version, sip_version_2_0) == 0) return;
  if (!su_inet_ntop(from->su_family, SU_ADDR(from), room, sizeof room)) return;
  snprintf(parameter, sizeof parameter, "received=%s", room);
  msg_header_replace_param(msg_home(msg), sip->sip_via->v_common, su_strdup(msg_home(msg), parameter));
  const char *transport = strrchr(sip->sip_via->v_protocol, '/');
  if (transport && strcasecmp(transport, "/UDP") == 0) sip->sip_via->v_protocol = sip_transport_udp;
}

/* ----------------------------------------------------------------------------------------------------------------------------- targets */

static void count(csip_counted what) {
  if (csip_gate_here()) csip_count(&csip_gate_here()->counts, what);
}

static int can_be_reached(url_t const *url) { return url->url_type == url_sip || url->url_type == url_sips; }

/* Requests within a dialog go to SIP addresses only (RFC 3261 section 8.1.1.8). For any other the library's BYE recurses until the thread's
 * stack overflows: one INVITE with a telephone number as Contact would end the process. */
static void check_targets(sip_t *sip) {
  const int is_redirection = sip->sip_status && sip->sip_status->st_status / 100 == 3;
  if (is_redirection || (sip->sip_request && sip->sip_request->rq_method == sip_method_register)) return;
  int is_bad = 0;
  for (sip_contact_t const *c = sip->sip_contact; c; c = c->m_next) is_bad |= !can_be_reached(c->m_url);
  for (sip_record_route_t const *r = sip->sip_record_route; r; r = r->r_next) is_bad |= !can_be_reached(r->r_url);
  if (!is_bad) return;
  count(CSIP_UNREACHABLE);
  if (sip->sip_request) {
    sip->sip_request->rq_url->url_type = url_invalid; /* the library answers 400 */
  } else {
    sip->sip_contact = NULL;
    sip->sip_record_route = NULL;
  }
}

/* Without this the library would accept a REFER outside a call, subscribe its sender and send a NOTIFY, all before the user decides. A tag
 * makes it a request of an unknown call, which gets 481. */
static void tag_stray_refer(su_home_t *home, sip_t *sip) {
  if (sip->sip_request && sip->sip_request->rq_method == sip_method_refer && sip->sip_to && !sip->sip_to->a_tag)
    sip_to_tag(home, sip->sip_to, "none");
}

/* -------------------------------------------------------------------------------------------------------------------------- messages */

/* Remembers the call of a message, whose transaction goes on for a while. */
static void note(sip_t const *sip) {
  if (csip_gate_here() && sip->sip_call_id) csip_handover_heard(csip_gate_here(), sip->sip_call_id->i_id);
}

/* Runs when the library has read a header, and again for each piece of the body. */
static issize_t extract(msg_t *msg, msg_pub_t *pub, char b[], isize_t bytes, int is_datagram) {
  sip_t *sip = (sip_t *)pub;
  const int was_read = sip->sip_flags & MSG_FLG_BODY;
  if (was_read) {
    /* Waits for the whole body, because a part cannot be repaired. The library refuses messages over the maximum size. */
    const size_t length = sip->sip_content_length ? sip->sip_content_length->l_length : (size_t)bytes;
    if (!is_datagram && (size_t)bytes < length && length < CSIP_MESSAGE_MAX) return 0;
    if (csip_mend_description(b, (size_t)bytes < length ? (size_t)bytes : length)) count(CSIP_MENDED);
  }
  const issize_t n = sip_extract_body(msg, sip, b, bytes, is_datagram);
  /* The library would retry by itself on Retry-After, without an event. The header stays in the chain, where retry_after finds it. */
  if (sip->sip_status) sip->sip_retry_after = NULL;
  if (n < 0 || was_read || !(sip->sip_flags & MSG_FLG_BODY)) return n;
  count(CSIP_MESSAGES);
  check_targets(sip);
  tag_stray_refer(msg_home(msg), sip);
  if (sip->sip_status && sip->sip_status->st_status / 100 == 3 && csip_gate_here()) csip_redirected(csip_gate_here(), sip);
  if (!sip->sip_request) return note(sip), n;
  if (csip_gate_admits(msg_addr(msg), sip)) {
    note(sip);
    if (is_datagram) say_whence(msg, sip);
    return n;
  }
  /* The library drops a message that is neither request nor response. On a stream it finds the next message after the body. */
  sip->sip_request = NULL;
  if (!is_datagram) return n;
  *msg_chain_head(msg) = NULL;
  return -1;
}

/* Lets the library make its own header "application/sdp" now. It makes it at the first body without Content-Type and keeps it in a static
 * variable without a lock: two stacks that get such bodies at the same time would make two, and lose one. */
static void make_default_type(void) {
  char text[] = "v=0\r\n";
  sip_payload_t body = {.pl_data = text, .pl_len = sizeof text - 1};
  sip_t const request = {.sip_payload = &body};
  nta_check_session_content(NULL, &request, NULL, TAG_END());
}

msg_mclass_t const *csip_messages(void) {
  make_default_type();
  /* Includes headers that the library knows but does not read by default, such as P-Asserted-Identity. */
  msg_mclass_t *messages = sip_extend_mclass(NULL);
  if (!messages) return NULL;
  request_class = *messages->mc_request->hr_class;
  request_class.hc_parse = read_request;
  messages->mc_request->hr_class = &request_class;
  messages->mc_extract_body = extract;
  return messages;
}
