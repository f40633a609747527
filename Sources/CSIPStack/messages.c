/* How the library reads messages for us: what strangers may not ask is thrown away between its header and its body, and what its parsers are stricter
 * about than RFC 4475 would have them is mended before they see it. */
#include "stack.h"

#include <sofia-sip/msg_addr.h>
#include <sofia-sip/msg_mclass.h>
#include <sofia-sip/msg_parser.h>
#include <sofia-sip/sip_extra.h>
#include <sofia-sip/sip_header.h>
#include <sofia-sip/sip_parser.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---------------------------------------------------------------------------------------------------------------------- first lines */

static struct msg_hclass_s request_class;

/* A request line that cannot be read is none for the library, which then says nothing. With an address that is invalid it says 400. */
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

/* Another version is answered by 505 without a look at where it came from, so to whomever its Via names, if that can be read. */
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
  if (csip_gate_here()) csip_count(csip_gate_here(), what);
}

static int can_be_reached(url_t const *url) { return url->url_type == url_sip || url->url_type == url_sips; }

/* Where a dialog's requests go must be SIP (RFC 3261 section 8.1.1.8). The library sends a BYE elsewhere over and over within itself, until there is no
 * stack left: one INVITE with a telephone number for a Contact would end the process. */
static void check_targets(sip_t *sip) {
  const int is_redirection = sip->sip_status && sip->sip_status->st_status / 100 == 3;
  if (is_redirection || (sip->sip_request && sip->sip_request->rq_method == sip_method_register)) return;
  int is_bad = 0;
  for (sip_contact_t const *c = sip->sip_contact; c; c = c->m_next) is_bad |= !can_be_reached(c->m_url);
  for (sip_record_route_t const *r = sip->sip_record_route; r; r = r->r_next) is_bad |= !can_be_reached(r->r_url);
  if (!is_bad) return;
  count(CSIP_UNREACHABLE);
  if (sip->sip_request) {
    sip->sip_request->rq_url->url_type = url_invalid; /* which is answered by 400 */
  } else {
    sip->sip_contact = NULL;
    sip->sip_record_route = NULL;
  }
}

/* A REFER outside of any call would have the library subscribe its sender, and send that one a NOTIFY, before anybody is asked. With a tag it is one
 * within a call that is not here, and answered by 481. */
static void tag_stray_refer(su_home_t *home, sip_t *sip) {
  if (sip->sip_request && sip->sip_request->rq_method == sip_method_refer && sip->sip_to && !sip->sip_to->a_tag)
    sip_to_tag(home, sip->sip_to, "none");
}

/* -------------------------------------------------------------------------------------------------------------------------- messages */

/* Called where the library has read a header, and again for each piece of the body. */
static issize_t extract(msg_t *msg, msg_pub_t *pub, char b[], isize_t bytes, int is_datagram) {
  sip_t *sip = (sip_t *)pub;
  const int was_read = sip->sip_flags & MSG_FLG_BODY;
  if (was_read) {
    /* Whole or not at all: what came in pieces could not be mended. What is longer than any message may be is refused by the library. */
    const size_t length = sip->sip_content_length ? sip->sip_content_length->l_length : (size_t)bytes;
    if (!is_datagram && (size_t)bytes < length && length < CSIP_MESSAGE_MAX) return 0;
    if (csip_mend_description(b, (size_t)bytes < length ? (size_t)bytes : length)) count(CSIP_MENDED);
  }
  const issize_t n = sip_extract_body(msg, sip, b, bytes, is_datagram);
  /* With this to go by the library would try again by itself, and say nothing meanwhile. It stays in the chain of headers. */
  if (sip->sip_status) sip->sip_retry_after = NULL;
  if (n < 0 || was_read || !(sip->sip_flags & MSG_FLG_BODY)) return n;
  count(CSIP_MESSAGES);
  check_targets(sip);
  tag_stray_refer(msg_home(msg), sip);
  if (sip->sip_status && sip->sip_status->st_status / 100 == 3 && csip_gate_here()) csip_redirected(csip_gate_here(), sip);
  if (!sip->sip_request) return n;
  if (csip_gate_admits(msg_addr(msg), sip)) {
    if (is_datagram) say_whence(msg, sip);
    return n;
  }
  /* What is neither request nor response is thrown away. On a stream the next message is found behind its body. */
  sip->sip_request = NULL;
  if (!is_datagram) return n;
  *msg_chain_head(msg) = NULL;
  return -1;
}

msg_mclass_t const *csip_messages(void) {
  /* With the headers that the library knows but does not read unasked, such as P-Asserted-Identity. */
  msg_mclass_t *messages = sip_extend_mclass(NULL);
  if (!messages) return NULL;
  request_class = *messages->mc_request->hr_class;
  request_class.hc_parse = read_request;
  messages->mc_request->hr_class = &request_class;
  messages->mc_extract_body = extract;
  return messages;
}
