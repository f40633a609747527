/* Reads parts of messages for events. Readers must accept any input. */
#include "parts.h"

#include "../stack.h"

#include <sofia-sip/msg_addr.h>
#include <sofia-sip/sdp.h>
#include <sofia-sip/sip_extra.h>
#include <sofia-sip/sip_header.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *quoted(su_home_t *home, const char *name) {
  if (!name || !*name) return NULL;
  if (*name != '"') return name;
  return msg_unquote_dup(home, name);
}

/* Reads Retry-After from the chain of headers; extract hides it from the library. */
static uint32_t retry_after(sip_t const *sip) {
  for (sip_header_t const *h = (sip_header_t const *)sip->sip_status; h; h = (sip_header_t const *)h->sh_succ) {
    if (h->sh_class == sip_retry_after_class) return (uint32_t)h->sh_retry_after->af_delta;
  }
  return 0;
}

static const char *best_contact(sip_t const *sip, su_home_t *home) {
  sip_contact_t const *best = NULL;
  for (sip_contact_t const *c = sip->sip_contact; c; c = c->m_next) {
    if (!best || (c->m_q ? atof(c->m_q) : 1.0) > (best->m_q ? atof(best->m_q) : 1.0)) best = c;
  }
  return best ? url_as_string(home, best->m_url) : NULL;
}

void csip_fill_reason(csip_event *event, sip_t const *sip, su_home_t *home) {
  if (!sip) return;
  if (sip->sip_reason) {
    event->reason_protocol = sip->sip_reason->re_protocol;
    event->reason_cause = sip->sip_reason->re_cause ? atoi(sip->sip_reason->re_cause) : 0;
    event->reason_text = quoted(home, sip->sip_reason->re_text);
  }
  if (sip->sip_warning) event->warning = quoted(home, sip->sip_warning->w_text);
  event->retry_after = retry_after(sip);
  if (event->status >= 300 && event->status < 400) event->contact = best_contact(sip, home);
}

const char *csip_body(sip_t const *sip, su_home_t *home) {
  /* The received body has no NUL: on a stream, or in a datagram longer than its Content-Length, other bytes follow. */
  return sip && sip->sip_payload && sip->sip_payload->pl_data ? su_strndup(home, sip->sip_payload->pl_data, (isize_t)sip->sip_payload->pl_len) : NULL;
}

void csip_fill_body(csip_event *event, sip_t const *sip, su_home_t *home) {
  event->body = csip_body(sip, home);
  if (!event->body) return;
  event->body_bytes = sip->sip_payload->pl_len;
  if (sip->sip_content_type) event->content_type = sip->sip_content_type->c_type;
}

/* Joins the values of a header that the library does not parse, in their order. */
static const char *unread(sip_t const *sip, su_home_t *home, const char *name) {
  const char *all = NULL;
  for (msg_unknown_t const *u = sip->sip_unknown; u; u = u->un_next) {
    if (!u->un_name || !u->un_value || strcasecmp(u->un_name, name) != 0) continue;
    all = all ? su_sprintf(home, "%s, %s", all, u->un_value) : u->un_value;
  }
  return all;
}

void csip_fill_call(csip_event *event, sip_t const *sip, su_home_t *home) {
  if (sip->sip_request) event->request_uri = url_as_string(home, sip->sip_request->rq_url);
  if (sip->sip_from) {
    event->from_uri = url_as_string(home, sip->sip_from->a_url);
    event->from_name = quoted(home, sip->sip_from->a_display);
  }
  if (sip->sip_to) event->to_uri = url_as_string(home, sip->sip_to->a_url);
  if (sip->sip_call_id) event->call_id = sip->sip_call_id->i_id;
  sip_p_asserted_identity_t const *asserted = sip_p_asserted_identity(sip);
  if (asserted) {
    event->asserted_uri = url_as_string(home, asserted->paid_url);
    event->asserted_name = quoted(home, asserted->paid_display);
  }
  event->diversion = unread(sip, home, "Diversion");
  event->history = unread(sip, home, "History-Info");
  event->called_party = unread(sip, home, "P-Called-Party-ID");
  if (sip->sip_user_agent) event->user_agent = sip->sip_user_agent->g_string;
  if (sip->sip_privacy && sip->sip_privacy->priv_values)
    for (msg_param_t const *value = sip->sip_privacy->priv_values; *value; value++)
      event->privacy = event->privacy ? su_sprintf(home, "%s;%s", event->privacy, *value) : *value;
  if (sip->sip_payload && sip->sip_content_type && sip->sip_content_type->c_type &&
      strcasecmp(sip->sip_content_type->c_type, "application/sdp") == 0)
    event->remote_sdp = csip_body(sip, home);
}

const su_sockaddr_t *csip_came_from(csip_stack *stack) {
  msg_t *message = stack->nua ? nua_current_request(stack->nua) : NULL;
  return message ? msg_addr(message) : NULL;
}

/* Reads the transport from the Via: the library refuses a request whose Via does not match. */
int csip_came_by_tls(sip_t const *request) {
  const char *protocol = request->sip_via ? request->sip_via->v_protocol : "";
  const size_t n = strlen(protocol);
  return n > 4 && strcasecmp(protocol + n - 4, "/TLS") == 0;
}

/* True when the far end's first audio stream receives nothing: it holds the call. */
uint32_t csip_holds(const char *sdp, su_home_t *home) {
  sdp_parser_t *parser = sdp_parse(home, sdp, (issize_t)strlen(sdp), sdp_f_anynet);
  sdp_session_t *session = sdp_session(parser);
  uint32_t is_held = 0;
  for (sdp_media_t *m = session ? session->sdp_media : NULL; m; m = m->m_next) {
    if (m->m_type != sdp_media_audio || m->m_rejected) continue;
    is_held = (m->m_mode & sdp_recvonly) == 0;
    break;
  }
  sdp_parser_free(parser);
  return is_held;
}

int32_t csip_is_contact(const char *uri) {
  su_home_t home[1] = {SU_HOME_INIT(home)};
  const char *text = su_sprintf(home, "<%s>", uri);
  sip_contact_t const *contact = text && !strpbrk(uri, "<>,\r\n") ? sip_contact_make(home, text) : NULL;
  const int is_one = contact && !contact->m_next && !contact->m_params;
  const int is_sip = is_one && (contact->m_url->url_type == url_sip || contact->m_url->url_type == url_sips);
  const int32_t is_good = is_sip && contact->m_url->url_host && *contact->m_url->url_host;
  su_home_deinit(home);
  return is_good;
}
