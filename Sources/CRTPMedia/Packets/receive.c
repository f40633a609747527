/* Received datagrams: checks the source, sorts by kind, and fills the jitter buffer. */
#define _GNU_SOURCE 1

#include "receive.h"

#include "../Sound/digits.h"
#include "../clock.h"
#include "../engine.h"
#include "../session.h"
#include "control.h"
#include "rtp.h"

#include <math.h>
#include <string.h>

static void latch(crtp_session *session, const address *from, int is_guess) {
  if (session->s.is_symmetric) session->remote = *from;
  session->is_latched = 1;
  session->is_guessed = (uint8_t)is_guess;
}

/* True while an address other than the signalled one may turn out to be theirs: the source of their SIP, or any address where the
 * signalled one is private and so means nothing here. With ICE nothing is guessed, because its checks tell. */
static int may_be_guessed(const crtp_session *session, const address *from) {
  const address *named = &session->signalled;
  if (!session->s.is_symmetric || session->ice.is_on) return 0;
  if (crtp_is_same(from, &session->signaller, 0)) return 1;
  return crtp_is_private(named) && !crtp_is_private(&session->own) && !crtp_is_same(named, &session->signaller, 0);
}

/* True when a plain packet is from the far end, by its address alone. The signalled address is accepted at once, from any port. An
 * address behind a NAT must have sent five in a row with one SSRC while none came from the signalled one. After that only the
 * signalled address can replace it. */
static int is_theirs(crtp_session *session, const address *from, uint32_t ssrc) {
  if (session->is_latched && crtp_is_same(from, &session->remote, session->s.is_symmetric)) return 1;
  if (session->ice.has_chosen) return 0;
  if ((!session->is_latched || session->is_guessed) && crtp_is_same(from, &session->signalled, 0)) {
    latch(session, from, 0);
    return 1;
  }
  if (session->is_latched || !may_be_guessed(session, from)) return 0;
  session->strangers_in_row = session->stranger_ssrc == ssrc ? session->strangers_in_row + 1 : 1;
  session->stranger_ssrc = ssrc;
  if (session->strangers_in_row < 5) return 0;
  latch(session, from, 1);
  return 1;
}

static void tell(crtp_session *session, crtp_media_news news) {
  const crtp_listener *listener = &session->engine->listener;
  if (listener->media) listener->media(listener->context, session->number, news);
}

static void note_heard(crtp_session *session, slot_kind kind) {
  session->heard_ns = session->engine->now;
  session->is_quiet = kind == SLOT_NOISE;
  if (!session->is_missing) return;
  session->is_missing = 0;
  tell(session, CRTP_MEDIA_BACK);
}

void crtp_watch(crtp_session *session) {
  if (session->is_missing || !session->s.timeout_ms || !(session->s.directions & CRTP_HEARS)) return;
  const int has_begun = session->heard_ns > session->expected_ns;
  const uint64_t since = has_begun ? session->heard_ns : session->expected_ns;
  if (session->engine->now - since < (uint64_t)session->s.timeout_ms * 1000000u) return;
  session->is_missing = 1;
  tell(session, has_begun ? CRTP_MEDIA_STOPPED : CRTP_MEDIA_MISSING);
}

/* RFC 3550 appendix A.1. */
static void count(crtp_session *session, const rtp_packet *packet) {
  source *them = &session->them;
  const int16_t step = (int16_t)(packet->sequence - them->highest);
  if (!them->is_known || them->ssrc != packet->ssrc || step > 3000 || step < -1000) {
    *them = (source){.ssrc = packet->ssrc, .is_known = 1, .highest = packet->sequence, .base = packet->sequence,
                     .first_timestamp = packet->timestamp};
    if (session->sound) {
      crtp_hearing_clear(&session->sound->in);
      session->sound->in.has_digit = 0;
    }
  } else if (step > 0) {
    if (packet->sequence < them->highest) them->cycles += 65536;
    them->highest = packet->sequence;
  }
  them->received++;
}

/* Measures the jitter of RFC 3550 appendix A.8 for reports, and the spread behind the fastest packets for the jitter buffer. */
static void clock_in(crtp_session *session, uint32_t timestamp, uint64_t arrival_ns) {
  source *them = &session->them;
  const double clock = crtp_clock(session->s.codec);
  const double transit = (double)arrival_ns * clock / SECOND_NS - (double)(int32_t)(timestamp - them->first_timestamp);
  const double delay_ms = transit * 1000 / clock, moved_ms = (transit - them->transit) * 1000 / clock;
  /* A timestamp that jumps is no measure of the network. */
  if (!them->has_transit || moved_ms > 2000 || moved_ms < -2000) {
    them->fastest_ms = delay_ms;
  } else {
    them->jitter += (fabs(transit - them->transit) - them->jitter) / 16.0;
    /* Forget the fastest packet slowly, because their clock may be slower than ours. */
    if (delay_ms < them->fastest_ms) them->fastest_ms = delay_ms;
    else them->fastest_ms += (delay_ms - them->fastest_ms) * 0.002;
    const double behind = delay_ms - them->fastest_ms - them->spread_ms;
    them->spread_ms += behind > 0 ? behind / 2 : behind / 256;
  }
  them->transit = transit;
  them->has_transit = 1;
}

static slot_kind kind_of(const crtp_settings *s, uint8_t type) {
  if (type == s->their_payload_type) return SLOT_SOUND;
  if (s->their_digits_type && type == s->their_digits_type) return SLOT_EVENT;
  const uint8_t noise = s->their_noise_type ? s->their_noise_type : crtp_clock(s->codec) == 8000 ? 13 : 0;
  return noise && type == noise ? SLOT_NOISE : SLOT_EMPTY;
}

static void hear_packet(crtp_session *session, const rtp_packet *packet, uint64_t arrival_ns) {
  const slot_kind kind = kind_of(&session->s, packet->type);
  const size_t duration = kind == SLOT_SOUND ? crtp_duration(session->s.codec, packet->payload, packet->bytes) : 0;
  if (kind == SLOT_EMPTY || packet->bytes > SLOT_BYTES || (kind == SLOT_SOUND && (duration == 0 || duration > DURATION_MAX)) ||
      (kind == SLOT_NOISE && packet->bytes == 0)) {
    session->seen.malformed++;
    return;
  }
  note_heard(session, kind);
  session->seen.packets_heard++;
  session->seen.bytes_heard += packet->bytes;
  count(session, packet);
  if (kind == SLOT_SOUND) clock_in(session, packet->timestamp, arrival_ns);
  if (!(session->s.directions & CRTP_HEARS)) return;
  hearing *in = &session->sound->in;
  if (kind == SLOT_SOUND) in->packet = duration;
  if (kind == SLOT_EVENT) crtp_hear_digit(session, packet->timestamp, packet->payload, packet->bytes);
  session->seen.late += crtp_buffer_put(&in->buffer, packet->sequence, kind, packet->payload, packet->bytes);
}

static void hear_plain(crtp_session *session, const unsigned char *data, size_t bytes, const address *from, uint64_t arrival_ns) {
  rtp_packet packet;
  if (crtp_rtp_read(data, bytes, &packet)) session->seen.malformed++;
  else if (!is_theirs(session, from, packet.ssrc)) session->seen.strangers++;
  else {
    session->has_heard = 1;
    hear_packet(session, &packet, arrival_ns);
  }
}

static void hear_protected(crtp_session *session, unsigned char *data, size_t bytes, const address *from, uint64_t arrival_ns) {
  rtp_packet packet;
  if (!session->keys || crtp_unprotect(session->keys, data, &bytes)) {
    session->seen.refused++;
    return;
  }
  session->has_heard = 1;
  /* The key proves the far end, at whatever address it is now. */
  if (!session->ice.has_chosen) latch(session, from, 0);
  if (crtp_rtp_read(data, bytes, &packet)) session->seen.malformed++;
  else hear_packet(session, &packet, arrival_ns);
}

/* Sorts the datagrams that share one port (RFC 7983 section 7, RFC 5761 section 4). */
void crtp_take(crtp_session *session, unsigned char *data, size_t bytes, const address *from, uint64_t arrival_ns, int is_control) {
  if (!session->is_configured || session->is_stopped || bytes == 0) return;
  const int is_rtp = data[0] >> 6 == 2;
  if (data[0] < 4) crtp_ice_hear(session, data, bytes, from, is_control);
  else if (data[0] >= 20 && data[0] < 64) crtp_handshake_hear(session, data, bytes, from);
  else if (is_rtp && bytes >= 8 && (is_control || (data[1] >= 192 && data[1] <= 223))) crtp_hear_report(session, data, bytes, from, is_control);
  else if (!is_rtp || is_control) session->seen.malformed++;
  else if (session->s.protection == CRTP_PLAIN) hear_plain(session, data, bytes, from, arrival_ns);
  else hear_protected(session, data, bytes, from, arrival_ns);
}

void crtp_hear(crtp_session *session, const void *datagram, size_t bytes, uint32_t is_control) {
  _Alignas(16) unsigned char copy[PACKET_MAX];
  if (bytes > PACKET_MAX) bytes = PACKET_MAX;
  memcpy(copy, datagram, bytes);
  pthread_mutex_lock(&session->lock);
  crtp_take(session, copy, bytes, is_control ? &session->remote_control : &session->remote, session->engine->now, is_control != 0);
  pthread_mutex_unlock(&session->lock);
}
