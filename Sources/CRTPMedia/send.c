/* What goes out: frames as packets, digits as events. */
#include "media.h"

#include <string.h>

static void transmit(crtp_session *session, uint8_t type, int is_marked, uint32_t timestamp, const unsigned char *payload, size_t bytes) {
  unsigned char packet[12 + PACKET_MAX + SRTP_MAX_TRAILER_LEN];
  packet[0] = 0x80;
  packet[1] = (unsigned char)(type | (is_marked ? 0x80 : 0));
  put16(packet + 2, session->sequence++);
  put32(packet + 4, timestamp);
  put32(packet + 8, session->ssrc);
  memcpy(packet + 12, payload, bytes);
  int length = (int)(12 + bytes);
  if (session->has_srtp && srtp_protect(session->outbound, packet, &length) != srtp_err_status_ok) return;
  if (sendto(session->rtp, packet, (size_t)length, MSG_DONTWAIT | MSG_NOSIGNAL, &session->remote.any, (socklen_t)crtp_address_bytes(&session->remote)) < 0) return;
  session->seen.packets_sent++;
  session->seen.bytes_sent += bytes;
}

/* RFC 4733 section 2.5.1: 100 ms of an event in packets of 20 ms that share its first timestamp, the last one three times; then 60 ms of nothing. */
static int send_digit(crtp_session *session, uint32_t step) {
  static const char known[] = "0123456789*#ABCD";
  if (session->n_digits == 0) return 0;
  const char *found = strchr(known, session->digits[0]);
  const int is_over = !found || session->digit_ticks >= 8;
  if (is_over) {
    memmove(session->digits, session->digits + 1, --session->n_digits);
    session->digit_ticks = 0;
    return session->n_digits ? send_digit(session, step) : 0;
  }
  if (session->digit_ticks == 0) session->digit_timestamp = session->timestamp;
  session->digit_ticks++;
  if (session->digit_ticks > 5) return 1;
  unsigned char event[4] = {(unsigned char)(found - known), 10, 0, 0};
  const int is_last = session->digit_ticks == 5;
  if (is_last) event[1] |= 0x80;
  put16(event + 2, session->digit_ticks * step);
  for (int i = 0; i < (is_last ? 3 : 1); i++)
    transmit(session, session->s.digits_type, session->digit_ticks == 1, session->digit_timestamp, event, sizeof event);
  return 1;
}

/* The next frame of what is to be said: the ring's, or silence; where the ring runs ahead of us, what is too old is left out. */
static void next_frame(crtp_session *session, int16_t *frame, size_t n) {
  memset(frame, 0, n * sizeof *frame);
  if (!session->is_attached) return;
  while (hsw_ring_count(&session->to_net) > 2 && hsw_ring_front(&session->to_net)) hsw_ring_pop(&session->to_net);
  if (hsw_ring_count(&session->to_net) == 0) return;
  const hsw_slot *slot = hsw_ring_front(&session->to_net);
  if (!slot) return;
  const size_t bytes = hsw_ring_bytes(&session->to_net, slot);
  if (!session->is_muted && !(slot->flags & HSW_SLOT_SILENCE)) memcpy(frame, slot + 1, bytes < n * 2 ? bytes : n * 2);
  hsw_ring_pop(&session->to_net);
}

void crtp_send(crtp_session *session) {
  const uint32_t step = crtp_clock(session->s.codec) / 50;
  const size_t n = crtp_rate(session->s.codec) / 50;
  int16_t frame[FRAME_MAX];
  next_frame(session, frame, n);
  if (!(session->s.directions & CRTP_SENDS)) {
    session->is_talking = 0;
    session->gathered = 0;
    session->filled = 0;
    session->timestamp += step;
    return;
  }
  if (send_digit(session, step)) {
    session->gathered = 0;
    session->filled = 0;
    session->timestamp += step;
    return;
  }
  session->filled += crtp_encode(session, frame, n, session->filling + session->filled, sizeof session->filling - session->filled);
  session->timestamp += step;
  if (++session->gathered < session->s.frames_per_packet) return;
  /* The mark is on the first packet after a pause (RFC 3551 section 4.1). */
  transmit(
      session, session->s.payload_type, !session->is_talking, session->timestamp - step * session->gathered, session->filling, session->filled);
  session->is_talking = 1;
  session->gathered = 0;
  session->filled = 0;
}
