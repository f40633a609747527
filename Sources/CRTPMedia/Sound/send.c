/* Outgoing media: frames of 20 ms become packets of the agreed length, each at its time. */
#define _GNU_SOURCE 1

#include "send.h"

#include "../Packets/outbox.h"
#include "../Packets/transmit.h"
#include "../session.h"
#include "digits.h"
#include "keys.h"
#include "noise.h"

#include <string.h>

#define QUIET_LEVEL 60u     /* -dBov: the limit of silence */
#define QUIET_TICKS 10u     /* of silence before the first comfort noise packet */
#define NOISE_TICKS 25u     /* between comfort noise packets */

static size_t packet_samples(const crtp_session *session) { return crtp_rate(session->s.codec) / 1000 * session->s.packet_ms; }

static uint32_t ticks_of(const crtp_session *session, size_t samples) {
  return (uint32_t)(samples * crtp_clock(session->s.codec) / crtp_rate(session->s.codec));
}

static int may_send(const crtp_session *session) {
  return crtp_may_reach(session) && session->s.directions & CRTP_SENDS &&
         (session->s.protection == CRTP_PLAIN || session->keys);
}

/* Reads the next frame: the ring's, or silence. Skips old frames when the ring runs ahead. */
static void next_frame(crtp_session *session, int16_t *frame, size_t n) {
  memset(frame, 0, n * sizeof *frame);
  if (!session->is_attached) return;
  while (hsw_ring_count(&session->to_net) > 2 && hsw_ring_front(&session->to_net)) hsw_ring_pop(&session->to_net);
  const hsw_slot *slot = hsw_ring_front(&session->to_net);
  if (!slot) return;
  const size_t bytes = hsw_ring_bytes(&session->to_net, slot);
  if (!session->is_muted && !(slot->flags & HSW_SLOT_SILENCE)) memcpy(frame, slot + 1, bytes < n * 2 ? bytes : n * 2);
  hsw_ring_pop(&session->to_net);
}

/* True when this frame of silence need not be sent, because the far end wants comfort noise instead (RFC 3389 section 4). */
static int is_silence(crtp_session *session, const int16_t *frame, size_t n) {
  speech *out = &session->sound->out;
  if (!session->s.noise_type) return 0;
  const uint8_t level = crtp_level(frame, n);
  out->silent_ticks = level < QUIET_LEVEL ? 0 : out->silent_ticks + 1;
  if (out->silent_ticks < QUIET_TICKS) return 0;
  if ((out->silent_ticks - QUIET_TICKS) % NOISE_TICKS == 0)
    crtp_transmit(session, session->s.noise_type, 0, out->timestamp, &level, sizeof level);
  return 1;
}

void crtp_speak(crtp_session *session) {
  const size_t n = crtp_rate(session->s.codec) / 50;
  int16_t frame[FRAME_MAX];
  /* Empty the ring even before media flows. */
  next_frame(session, frame, n);
  if (!session->sound) return;
  speech *out = &session->sound->out;
  if (may_send(session)) crtp_sound_key(session, frame, n);
  if (!may_send(session) || crtp_send_digit(session) || is_silence(session, frame, n)) {
    out->n_waiting = 0;
    out->is_talking = 0;
  } else {
    memcpy(out->waiting + out->n_waiting, frame, n * sizeof *frame);
    out->n_waiting += n;
  }
  out->timestamp += ticks_of(session, n);
}

void crtp_send(crtp_session *session) {
  if (!session->sound) return;
  speech *out = &session->sound->out;
  const size_t n = packet_samples(session);
  if (out->pause > 0) out->pause--;
  if (out->pause > 0 || out->n_waiting < n || n == 0) return;
  unsigned char coded[PACKET_MAX - 12 - PROTECTION_MAX];
  const size_t bytes = crtp_encode(&session->sound->codec, out->waiting, n, coded, sizeof coded);
  /* The mark is on the first packet after a pause (RFC 3551 section 4.1). */
  if (bytes > 0) crtp_transmit(session, session->s.payload_type, !out->is_talking, out->timestamp - ticks_of(session, out->n_waiting), coded, bytes);
  out->is_talking = 1;
  out->pause = session->s.packet_ms / 10;
  out->n_waiting -= n;
  memmove(out->waiting, out->waiting + n, out->n_waiting * sizeof *out->waiting);
}
