/* A session's life cycle, from its ports to its end. */
#define _GNU_SOURCE 1

#include "session.h"

#include "Packets/control.h"
#include "Sound/play.h"
#include "clock.h"
#include "engine.h"

#include <errno.h>
#include <openssl/crypto.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

/* Begins at a random pair, because ports closed recently may still get packets. */
static int open_ports(crtp_session *session, const char *address, uint16_t first, uint16_t last) {
  const uint32_t even = (first + 1u) & ~1u, pairs = last > even ? (last - even + 1u) / 2u : 0u;
  const uint32_t begin = pairs ? crtp_random() % pairs : 0;
  for (uint32_t i = 0; i < pairs; i++) {
    const uint16_t port = (uint16_t)(even + 2u * ((begin + i) % pairs));
    session->rtp = crtp_bind(address, port);
    if (session->rtp < 0) {
      if (errno == EADDRINUSE) continue;
      return -1;
    }
    session->rtcp = crtp_bind(address, (uint16_t)(port + 1));
    session->port = port;
    if (session->rtcp >= 0) return 0;
    close(session->rtp);
    session->rtp = -1;
  }
  return -1;
}

static int watch(crtp_session *session) {
  const uint64_t which = (uintptr_t)session;
  struct epoll_event rtp = {.events = EPOLLIN, .data.u64 = which}, rtcp = {.events = EPOLLIN, .data.u64 = which | 1u};
  return epoll_ctl(session->engine->poll, EPOLL_CTL_ADD, session->rtp, &rtp) ||
         epoll_ctl(session->engine->poll, EPOLL_CTL_ADD, session->rtcp, &rtcp);
}

crtp_session *crtp_open(crtp_engine *engine, const char *address, uint16_t first, uint16_t last, uint64_t number) {
  crtp_session *session = calloc(1, sizeof *session);
  if (!session) return NULL;
  session->engine = engine;
  session->number = number;
  session->rtp = session->rtcp = -1;
  session->ssrc = crtp_random();
  (void)crtp_address_read(address, 0, &session->own);
  pthread_mutex_init(&session->lock, NULL);
  if (open_ports(session, address, first, last) || watch(session)) {
    crtp_engine_drop(session);
    return NULL;
  }
  pthread_mutex_lock(&engine->lock);
  session->phase = engine->opened++ & 1u;
  session->next = engine->arriving;
  engine->arriving = session;
  pthread_cond_signal(&engine->called);
  pthread_mutex_unlock(&engine->lock);
  return session;
}

uint16_t crtp_port(const crtp_session *session) { return session->port; }

static uint8_t packet_ms_of(const crtp_settings *s) {
  const uint8_t ms = (uint8_t)(s->packet_ms < 10 ? s->packet_ms ? 10 : 20 : s->packet_ms > 60 ? 60 : s->packet_ms / 10 * 10);
  return s->codec != CRTP_OPUS ? ms : ms == 30 ? 20 : ms == 50 ? 40 : ms;
}

/* The parts that can fail, made before anything changes. */
typedef struct { address signalled, signaller; sound *sound; codec codec; protection *keys; handshake handshake; ice ice; } preparation;

static void discard(preparation *made) {
  crtp_sound_close(made->sound);
  crtp_codec_close(&made->codec);
}

/* Makes the first sound when a direction opens, or the codec for a change. */
static int prepare_sound(const crtp_session *session, const crtp_settings *s, preparation *out) {
  if (session->sound) return session->sound->codec.kind == s->codec ? 0 : crtp_codec_open(&out->codec, s->codec);
  if (s->directions) out->sound = crtp_sound_open(s->codec);
  return s->directions && !out->sound ? -1 : 0;
}

static int prepare_keys(crtp_session *session, const crtp_settings *s, preparation *out) {
  if (s->protection == CRTP_PLAIN) return 0;
  if (s->protection == CRTP_DTLS) return crtp_handshake_open(session, &out->handshake, s);
  out->keys = crtp_protection_open(s->protection, s->keys, s->their_keys);
  return out->keys ? 0 : -1;
}

static int has_same_fingerprint(const crtp_session *session, const crtp_settings *s) {
  handshake asked = {0};
  return crtp_handshake_read(&asked, s->their_fingerprint) == 0 && asked.fingerprint_bytes == session->handshake.fingerprint_bytes &&
         memcmp(asked.fingerprint, session->handshake.fingerprint, asked.fingerprint_bytes) == 0;
}

static int has_same_keys(const crtp_session *session, const crtp_settings *s) {
  if (!session->is_configured || session->s.protection != s->protection) return 0;
  if (s->protection != CRTP_DTLS)
    return memcmp(session->s.keys, s->keys, sizeof s->keys) == 0 && memcmp(session->s.their_keys, s->their_keys, sizeof s->their_keys) == 0;
  /* A changed role makes a new association (RFC 8842 section 5.1). */
  return session->handshake.is_client == (s->is_dtls_client != 0) && has_same_fingerprint(session, s);
}

static int prepare(crtp_session *session, const crtp_settings *s, int needs_keys, preparation *out) {
  memset(out, 0, sizeof *out);
  if (!s->address || crtp_address_read(s->address, s->port, &out->signalled) || s->codec > CRTP_OPUS || s->protection > CRTP_DTLS) return -1;
  if (crtp_is_unusable(&out->signalled, &session->own)) return -1;
  if (s->signaller && crtp_address_read(s->signaller, 0, &out->signaller)) return -1;
  if (!crtp_ice_open(&out->ice, s) && !prepare_sound(session, s, out) && (!needs_keys || !prepare_keys(session, s, out))) return 0;
  discard(out);
  return -1;
}

static void follow(crtp_session *session, const crtp_settings *s, const address *signalled) {
  if (session->is_configured && memcmp(signalled, &session->signalled, sizeof *signalled) == 0 && session->s.control_port == s->control_port) return;
  session->signalled = session->remote = session->remote_control = *signalled;
  session->is_latched = session->is_guessed = session->is_control_latched = session->has_heard = 0;
  session->ice.has_chosen = session->ice.has_chosen_control = 0;
  session->strangers_in_row = 0;
  crtp_address_set_port(&session->remote_control, s->control_port ? s->control_port : (uint16_t)(s->port + 1));
}

static void follow_ice(ice *have, const ice *want) {
  const int is_same = have->is_on == want->is_on && memcmp(have->user, want->user, sizeof want->user) == 0;
  const ice before = *have;
  *have = *want;
  if (!is_same) return;
  have->has_chosen = before.has_chosen, have->has_chosen_control = before.has_chosen_control;
  memcpy(have->checked, before.checked, sizeof have->checked);
  have->n_checked = before.n_checked;
}

/* A master key that returns continues where it was: its keystream is used once, and packets received under it are not accepted again
 * (RFC 3711 sections 3.3.1 and 9.1). Their key may change without ours, and ours without theirs. */
static void remember(spent_key *spent, const unsigned char *key, const protection_way *way) {
  memcpy(spent->key, key, sizeof spent->key);
  spent->history = way->history;
  spent->is_known = 1;
}

static void resume(const spent_key *spent, const unsigned char *key, protection_way *way) {
  if (spent->is_known && memcmp(spent->key, key, sizeof spent->key) == 0) way->history = spent->history;
}

static void change_keys(crtp_session *session, const crtp_settings *s, preparation *made) {
  const uint8_t before = session->s.protection;
  if (session->keys && (before == CRTP_SDES_80 || before == CRTP_SDES_32)) {
    remember(&session->spent_out, session->s.keys, &session->keys->outbound);
    remember(&session->spent_in, session->s.their_keys, &session->keys->inbound);
  }
  /* After a change of the role alone, the keys serve until the new ones are there: some far ends change the role and keep the association. */
  const int is_renewal = session->keys && before == CRTP_DTLS && s->protection == CRTP_DTLS && has_same_fingerprint(session, s);
  if (!is_renewal) {
    crtp_protection_close(session->keys);
    session->keys = made->keys;
  }
  crtp_handshake_close(&session->handshake);
  session->handshake = made->handshake;
  session->handshake.is_renewal = (uint8_t)is_renewal;
  if (session->keys && !is_renewal) {
    resume(&session->spent_out, s->keys, &session->keys->outbound);
    resume(&session->spent_in, s->their_keys, &session->keys->inbound);
  }
  /* Audio from under the old protection is not sent under the new one. */
  if (session->sound && (before != s->protection || !session->keys)) session->sound->out.n_waiting = session->sound->out.is_talking = 0;
}

/* True when packets were not expected before, or from another address: the time-out begins now. */
static int expects_anew(const crtp_session *session, const crtp_settings *s, const address *signalled) {
  return !session->s.timeout_ms || !(session->s.directions & CRTP_HEARS) || s->timeout_ms != session->s.timeout_ms ||
         !crtp_is_same(signalled, &session->signalled, 1);
}

int32_t crtp_configure(crtp_session *session, const crtp_settings *settings) {
  crtp_settings s = *settings;
  s.packet_ms = packet_ms_of(settings);
  pthread_mutex_lock(&session->lock);
  const int needs_keys = !has_same_keys(session, &s);
  preparation made;
  const int failed = prepare(session, &s, needs_keys, &made);
  if (!failed) {
    if (session->s.codec != s.codec) session->them.has_transit = 0;
    if (made.sound) session->sound = made.sound;
    else if (session->sound && session->sound->codec.kind != s.codec) crtp_sound_change(session->sound, &made.codec);
    if (needs_keys) change_keys(session, &s, &made);
    else crtp_handshake_hasten(session);
    if (expects_anew(session, &s, &made.signalled)) session->expected_ns = session->engine->now, session->is_missing = 0;
    follow(session, &s, &made.signalled);
    session->signaller = made.signaller;
    follow_ice(&session->ice, &made.ice);
    if (!session->is_configured) session->next_report_ns = session->engine->now + (uint64_t)(s.report_ms ? s.report_ms : 5000) * 500000u;
    s.address = s.their_fingerprint = s.ice_user = s.ice_password = s.signaller = NULL;
    session->s = s;
    session->is_configured = 1;
  }
  pthread_mutex_unlock(&session->lock);
  OPENSSL_cleanse(&s, sizeof s);
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

void crtp_measure(crtp_session *session, crtp_statistics *out) {
  pthread_mutex_lock(&session->lock);
  *out = session->seen;
  const source *them = &session->them;
  if (them->is_known) {
    const uint32_t expected = them->cycles + them->highest - them->base + 1;
    out->lost = expected > them->received ? expected - them->received : 0;
    out->jitter_us = (uint32_t)(them->jitter * 1e6 / crtp_clock(session->s.codec));
  }
  if (session->sound) out->buffered_ms = (uint32_t)(crtp_held(session) * 1000 / crtp_rate(session->s.codec));
  out->is_protected = session->keys != NULL;
  out->is_missing = session->is_missing;
  pthread_mutex_unlock(&session->lock);
}

static void stop(crtp_session *session) {
  if (session->is_configured && !session->is_stopped) crtp_say_goodbye(session);
  session->is_stopped = 1;
}

void crtp_stop(crtp_session *session) {
  pthread_mutex_lock(&session->lock);
  stop(session);
  pthread_mutex_unlock(&session->lock);
}

void crtp_close(crtp_session *session) {
  pthread_mutex_lock(&session->lock);
  stop(session);
  session->is_attached = 0;
  session->is_closed = 1;
  pthread_mutex_unlock(&session->lock);
}
