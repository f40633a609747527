/* A session from its ports to its end. */
#include "media.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

size_t crtp_address_bytes(const address *a) { return a->any.sa_family == AF_INET6 ? sizeof a->v6 : sizeof a->v4; }

static int parse(const char *text, uint16_t port, address *out) {
  memset(out, 0, sizeof *out);
  if (inet_pton(AF_INET, text, &out->v4.sin_addr) == 1) {
    out->v4.sin_family = AF_INET;
    out->v4.sin_port = htons(port);
    return 0;
  }
  if (inet_pton(AF_INET6, text, &out->v6.sin6_addr) != 1) return -1;
  out->v6.sin6_family = AF_INET6;
  out->v6.sin6_port = htons(port);
  return 0;
}

static int bound(const char *text, uint16_t port) {
  address here;
  if (parse(text, port, &here)) return -1;
  const int fd = socket(here.any.sa_family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -1;
  const int on = 1, expedited = 0xb8; /* DSCP EF (RFC 4594) */
  setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
  if (here.any.sa_family == AF_INET) setsockopt(fd, IPPROTO_IP, IP_TOS, &expedited, sizeof expedited);
  else setsockopt(fd, IPPROTO_IPV6, IPV6_TCLASS, &expedited, sizeof expedited);
  if (bind(fd, &here.any, (socklen_t)crtp_address_bytes(&here)) == 0) return fd;
  close(fd);
  return -1;
}

crtp_session *crtp_open(crtp_engine *engine, const char *address, uint16_t first, uint16_t last, uint64_t number) {
  crtp_session *session = calloc(1, sizeof *session);
  if (!session) return NULL;
  session->engine = engine;
  session->number = number;
  session->rtp = session->rtcp = -1;
  const uint32_t even = (first + 1u) & ~1u, pairs = last > even ? (last - even + 1u) / 2u : 0u;
  /* From a random place on: ports that were just given up may still get packets. */
  const uint32_t begin = pairs ? crtp_random() % pairs : 0;
  for (uint32_t i = 0; i < pairs && session->rtcp < 0; i++) {
    const uint16_t port = (uint16_t)(even + 2u * ((begin + i) % pairs));
    session->rtp = bound(address, port);
    if (session->rtp < 0) {
      if (errno == EADDRINUSE) continue;
      break;
    }
    session->rtcp = bound(address, (uint16_t)(port + 1));
    session->port = port;
    if (session->rtcp < 0) close(session->rtp), session->rtp = -1;
  }
  if (session->rtcp < 0) {
    free(session);
    return NULL;
  }
  pthread_mutex_init(&session->lock, NULL);
  session->ssrc = crtp_random();
  session->timestamp = crtp_random();
  session->sequence = (uint16_t)crtp_random();
  pthread_mutex_lock(&engine->lock);
  session->next = engine->arriving;
  engine->arriving = session;
  pthread_mutex_unlock(&engine->lock);
  return session;
}

uint16_t crtp_port(const crtp_session *session) { return session->port; }

static int open_srtp(const crtp_settings *s, srtp_t *outbound, srtp_t *inbound) {
  srtp_policy_t policy;
  memset(&policy, 0, sizeof policy);
  srtp_crypto_policy_set_aes_cm_128_hmac_sha1_80(&policy.rtp);
  srtp_crypto_policy_set_aes_cm_128_hmac_sha1_80(&policy.rtcp);
  policy.window_size = 128;
  unsigned char key[30];
  memcpy(key, s->keys, sizeof key);
  policy.key = key;
  policy.ssrc.type = ssrc_any_outbound;
  if (srtp_create(outbound, &policy) != srtp_err_status_ok) return -1;
  memcpy(key, s->their_keys, sizeof key);
  policy.ssrc.type = ssrc_any_inbound;
  if (srtp_create(inbound, &policy) == srtp_err_status_ok) return 0;
  srtp_dealloc(*outbound);
  return -1;
}

int32_t crtp_configure(crtp_session *session, const crtp_settings *settings) {
  address signalled;
  if (!settings->address || parse(settings->address, settings->port, &signalled) || settings->codec > CRTP_OPUS) return -1;
  crtp_settings s = *settings;
  s.address = NULL;
  if (s.frames_per_packet < 1) s.frames_per_packet = 1;
  if (s.frames_per_packet > 3 || s.codec == CRTP_OPUS) s.frames_per_packet = s.codec == CRTP_OPUS ? 1 : 3;
  pthread_mutex_lock(&session->lock);
  const int is_same_codec = session->is_configured && session->s.codec == s.codec;
  const int has_same_keys = session->is_configured && session->s.has_keys == s.has_keys && memcmp(session->s.keys, s.keys, sizeof s.keys) == 0 &&
                            memcmp(session->s.their_keys, s.their_keys, sizeof s.their_keys) == 0;
  int failed = 0;
  if (!has_same_keys && s.has_keys) {
    srtp_t outbound, inbound;
    failed = open_srtp(&s, &outbound, &inbound);
    if (!failed) {
      if (session->has_srtp) srtp_dealloc(session->inbound), srtp_dealloc(session->outbound);
      session->outbound = outbound;
      session->inbound = inbound;
      session->has_srtp = 1;
    }
  }
  if (!failed && !is_same_codec) failed = crtp_codec_open(session, s.codec);
  if (!failed) {
    if (!s.has_keys && session->has_srtp) {
      srtp_dealloc(session->inbound), srtp_dealloc(session->outbound);
      session->has_srtp = 0;
    }
    if (!is_same_codec) {
      crtp_buffer_clear(session);
      session->gathered = 0;
      session->filled = 0;
    }
    if (!session->is_configured || memcmp(&signalled, &session->signalled, sizeof signalled) != 0) {
      session->signalled = session->remote = session->remote_control = signalled;
      session->is_locked = 0;
      const uint16_t control = s.control_port ? s.control_port : (uint16_t)(s.port + 1);
      if (signalled.any.sa_family == AF_INET) session->remote_control.v4.sin_port = htons(control);
      else session->remote_control.v6.sin6_port = htons(control);
    }
    if (!session->is_configured) session->next_report_ns = crtp_now(CLOCK_MONOTONIC) + 2500000000u;
    session->s = s;
    session->is_configured = 1;
  }
  pthread_mutex_unlock(&session->lock);
  return failed ? -1 : 0;
}

void crtp_attach(crtp_session *session, const hsw_ring *to_net, const hsw_ring *from_net) {
  pthread_mutex_lock(&session->lock);
  session->to_net = *to_net;
  session->from_net = *from_net;
  session->is_attached = 1;
  pthread_mutex_unlock(&session->lock);
}

void crtp_detach(crtp_session *session) {
  pthread_mutex_lock(&session->lock);
  session->is_attached = 0;
  pthread_mutex_unlock(&session->lock);
}

void crtp_mute(crtp_session *session, uint32_t on) {
  pthread_mutex_lock(&session->lock);
  session->is_muted = on != 0;
  pthread_mutex_unlock(&session->lock);
}

uint32_t crtp_send_digits(crtp_session *session, const char *digits) {
  uint32_t taken = 0;
  pthread_mutex_lock(&session->lock);
  while (digits[taken] && session->n_digits < sizeof session->digits && session->s.digits_type)
    session->digits[session->n_digits++] = digits[taken++];
  pthread_mutex_unlock(&session->lock);
  return taken;
}

void crtp_measure(crtp_session *session, crtp_statistics *out) {
  pthread_mutex_lock(&session->lock);
  *out = session->seen;
  const uint32_t clock = crtp_clock(session->s.codec);
  const source *them = &session->them;
  if (them->is_known) {
    const uint32_t expected = them->cycles + them->highest - them->base + 1;
    out->lost = expected > them->received ? expected - them->received : 0;
    out->jitter_us = (uint32_t)(them->jitter * 1e6 / clock);
  }
  out->buffered_ms = session->buffer.n * 20u * (session->frames_in_packet ? session->frames_in_packet : 1u);
  pthread_mutex_unlock(&session->lock);
}

void crtp_close(crtp_session *session) {
  pthread_mutex_lock(&session->lock);
  if (session->is_configured) crtp_say_goodbye(session);
  session->is_attached = 0;
  session->is_closed = 1;
  pthread_mutex_unlock(&session->lock);
}
