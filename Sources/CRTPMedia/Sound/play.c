/* Plays from the jitter buffer, a frame every 20 ms, and conceals missing packets.
 *
 * The buffer aims at one packet, half a frame more where packets are not whole frames, and the spread behind the fastest packets. It
 * grows when a packet is missing at its time, so that late ones are still played; it shrinks by a packet when two seconds needed less
 * than was held. */
#define _GNU_SOURCE 1

#include "play.h"

#include "../engine.h"
#include "../session.h"
#include "noise.h"

#include <string.h>

#define LOOK_TICKS 100u
#define HURRY_TICKS 10u
#define HURRY_MS 100u
#define LOSS_TICKS 1500u
#define MOST_MS 300u

static size_t frame_of(const crtp_session *session) { return crtp_rate(session->s.codec) / 50; }

size_t crtp_held(const crtp_session *session) {
  const hearing *in = &session->sound->in;
  return in->n_waiting + in->buffer.n_sound * in->packet;
}

static size_t wanted(const crtp_session *session) {
  const hearing *in = &session->sound->in;
  const size_t rate = crtp_rate(session->s.codec), most = rate / 1000 * MOST_MS;
  /* Redundancy is in the packet after, so that packet must have come. */
  const size_t redundancy = session->s.codec == CRTP_OPUS && in->loss_ticks ? in->packet : 0;
  const size_t frame = rate / 50, whole = in->packet % frame ? in->packet + frame / 2 : in->packet;
  const size_t n = (whole > frame ? whole : frame) + redundancy + (size_t)(session->them.spread_ms * (double)rate / 1000);
  return n < most ? n : most;
}

static int16_t *end_of(hearing *in) { return in->waiting + in->n_waiting; }
static size_t room_of(const hearing *in) { return sizeof in->waiting / sizeof *in->waiting - in->n_waiting; }

static void make_up(crtp_session *session, size_t n) {
  hearing *in = &session->sound->in;
  const size_t frame = frame_of(session);
  if (n > room_of(in)) n = room_of(in) / frame * frame;
  if (crtp_decode_nothing(&session->sound->codec, end_of(in), n) != n) crtp_conceal(&in->gap, end_of(in), n, crtp_rate(session->s.codec));
  in->n_waiting += n;
  session->seen.concealed += (n + frame - 1) / frame;
}

static void decode(crtp_session *session, const slot *due) {
  hearing *in = &session->sound->in;
  const size_t n = crtp_decode(&session->sound->codec, crtp_buffer_data(&in->buffer, due), due->bytes, end_of(in), room_of(in));
  if (session->s.codec != CRTP_OPUS) {
    crtp_join(&in->gap, end_of(in), n, crtp_rate(session->s.codec));
    crtp_remember(&in->gap, end_of(in), n);
  }
  in->n_waiting += n;
}

/* Plays comfort noise while the far end sends no audio. Returns 1 when there is something to play. */
static int rest(crtp_session *session) {
  hearing *in = &session->sound->in;
  if (!in->is_resting) return 0;
  crtp_noise(&in->noise, in->noise_level, end_of(in), frame_of(session));
  in->n_waiting += frame_of(session);
  return 1;
}

/* Handles an empty buffer: conceals three frames, then waits in silence until the buffer is filled again. */
static int run_dry(crtp_session *session) {
  hearing *in = &session->sound->in;
  const size_t frame = frame_of(session);
  if (in->is_resting) {
    in->buffer.is_filling = 1;
    return rest(session);
  }
  if (in->owed >= 3 * frame) {
    in->buffer.is_open = 0;
    in->owed = in->waited = 0;
    return 0;
  }
  make_up(session, frame);
  in->owed += frame;
  return 1;
}

/* Handles a missing packet that has packets after it. */
static int pass_over(crtp_session *session) {
  hearing *in = &session->sound->in;
  const size_t frame = frame_of(session), packet = in->packet ? in->packet : frame;
  in->loss_ticks = LOSS_TICKS;
  if (crtp_held(session) + packet + in->waited < wanted(session) + in->owed && in->waited < 3 * frame) {
    /* It may still come; waiting for it also lengthens the buffer. */
    make_up(session, frame);
    in->owed += frame;
    in->waited += frame;
    return 1;
  }
  if (in->owed < packet) {
    const slot *after = crtp_buffer_due(&in->buffer, 1);
    size_t n = 0;
    if (after && after->kind == SLOT_SOUND && in->owed == 0 && packet <= room_of(in))
      n = crtp_decode_redundancy(&session->sound->codec, crtp_buffer_data(&in->buffer, after), after->bytes, end_of(in), packet);
    in->n_waiting += n;
    session->seen.recovered += (n + frame - 1) / frame;
    session->seen.concealed += (n + frame - 1) / frame;
    if (n == 0) make_up(session, packet - in->owed);
    in->owed = packet;
  }
  in->owed -= packet;
  crtp_buffer_step(&in->buffer);
  return 1;
}

/* Appends the next packet's audio to the waiting samples. Returns 1 when there was something. */
static int fetch(crtp_session *session) {
  hearing *in = &session->sound->in;
  jitter_buffer *buffer = &in->buffer;
  if (!buffer->is_open) return 0;
  const slot *due = crtp_buffer_due(buffer, 0);
  const int is_sound = !due || due->kind == SLOT_SOUND;
  if (buffer->is_filling && is_sound && crtp_held(session) < wanted(session)) return rest(session);
  if (is_sound) buffer->is_filling = 0;
  if (!due) return buffer->n == 0 ? run_dry(session) : pass_over(session);
  in->owed = in->waited = 0;
  in->is_resting = !is_sound;
  if (is_sound) decode(session, due);
  else in->noise_level = due->kind == SLOT_NOISE ? crtp_buffer_data(buffer, due)[0] & 127 : 127;
  crtp_buffer_step(buffer);
  return 1;
}

/* Plays two packets in the time of one, by a cross-fade. */
static void hurry(crtp_session *session) {
  hearing *in = &session->sound->in;
  const slot *one = crtp_buffer_due(&in->buffer, 0), *two = crtp_buffer_due(&in->buffer, 1);
  if (!one || !two || one->kind != SLOT_SOUND || two->kind != SLOT_SOUND || in->packet * 2 > room_of(in)) return;
  int16_t *first = end_of(in);
  const size_t before = in->n_waiting;
  decode(session, one);
  crtp_buffer_step(&in->buffer);
  const size_t n = in->n_waiting - before;
  int16_t *second = end_of(in);
  decode(session, two);
  crtp_buffer_step(&in->buffer);
  const size_t both = in->n_waiting - before - n < n ? in->n_waiting - before - n : n;
  for (size_t i = 0; i < both; i++) first[i] = (int16_t)((first[i] * (double)(both - i) + second[i] * (double)i) / (double)both);
  in->n_waiting = before + both;
}

static void shrink(crtp_session *session) {
  hearing *in = &session->sound->in;
  const size_t held = crtp_held(session), rate = crtp_rate(session->s.codec);
  if (in->held_ticks == 0 || held < in->least_held) in->least_held = held;
  /* After a burst of delayed packets a short look shows the excess. */
  if (++in->held_ticks < (in->least_held > wanted(session) + HURRY_MS * rate / 1000 ? HURRY_TICKS : LOOK_TICKS)) return;
  in->held_ticks = 0;
  /* Audio still held after playing was not needed, except 10 ms of it. */
  if (!in->buffer.is_filling && in->least_held >= in->packet + rate / 100 && held >= wanted(session)) hurry(session);
}

void crtp_play(crtp_session *session) {
  if (!session->sound) return;
  hearing *in = &session->sound->in;
  const size_t frame = frame_of(session);
  if (!(session->s.directions & CRTP_HEARS)) {
    if (in->buffer.is_open) crtp_hearing_clear(in);
    return;
  }
  if (in->loss_ticks) in->loss_ticks--;
  const uint64_t made_up = session->seen.concealed;
  while (in->n_waiting < frame && fetch(session)) {}
  if (in->n_waiting < frame) return;
  if (session->is_attached) {
    hsw_slot *place = hsw_ring_room(&session->from_net);
    if (place && hsw_ring_room_bytes(&session->from_net) >= frame * 2) {
      place->bytes = (uint32_t)(frame * 2);
      place->flags = session->seen.concealed != made_up ? HSW_SLOT_CONCEALED : 0;
      place->mono_ns = session->engine->now;
      memcpy(place + 1, in->waiting, frame * 2);
      hsw_ring_push(&session->from_net);
    }
  }
  in->n_waiting -= frame;
  memmove(in->waiting, in->waiting + frame, in->n_waiting * sizeof *in->waiting);
  shrink(session);
}
