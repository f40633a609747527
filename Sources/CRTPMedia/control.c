/* RTCP (RFC 3550 section 6): how it goes, told to each other about every five seconds. */
#include "media.h"

#include <string.h>

#define NTP_OFFSET 2208988800u

static void send_control(crtp_session *session, unsigned char *packet, size_t bytes) {
  int length = (int)bytes;
  if (session->has_srtp && srtp_protect_rtcp(session->outbound, packet, &length) != srtp_err_status_ok) return;
  const int is_shared = session->s.control_port == session->s.port && session->s.port != 0;
  const address *to = is_shared ? &session->remote : &session->remote_control;
  if (sendto(is_shared ? session->rtp : session->rtcp, packet, (size_t)length, MSG_DONTWAIT | MSG_NOSIGNAL, &to->any, (socklen_t)crtp_address_bytes(to)) < 0) return;
}

static size_t put_report(crtp_session *session, unsigned char *p) {
  const uint64_t wall = crtp_now(CLOCK_REALTIME), now = crtp_now(CLOCK_MONOTONIC);
  source *them = &session->them;
  const int is_sender = session->seen.packets_sent > 0;
  size_t at = is_sender ? 28 : 8;
  p[0] = (unsigned char)(0x80 | (them->is_known ? 1 : 0));
  p[1] = is_sender ? 200 : 201;
  put32(p + 4, session->ssrc);
  if (is_sender) {
    put32(p + 8, (uint32_t)(wall / 1000000000u) + NTP_OFFSET);
    put32(p + 12, (uint32_t)((wall % 1000000000u << 32) / 1000000000u));
    put32(p + 16, session->timestamp);
    put32(p + 20, (uint32_t)session->seen.packets_sent);
    put32(p + 24, (uint32_t)session->seen.bytes_sent);
  }
  if (them->is_known) {
    const uint32_t expected = them->cycles + them->highest - them->base + 1;
    const uint32_t lost = expected > them->received ? expected - them->received : 0;
    const uint32_t expected_now = expected - them->expected_before, received_now = them->received - them->received_before;
    const uint32_t lost_now = expected_now > received_now ? expected_now - received_now : 0;
    them->expected_before = expected;
    them->received_before = them->received;
    put32(p + at, them->ssrc);
    put32(p + at + 4, (expected_now ? (lost_now << 8) / expected_now : 0) << 24 | (lost & 0xffffff));
    put32(p + at + 8, them->cycles + them->highest);
    put32(p + at + 12, (uint32_t)them->jitter);
    put32(p + at + 16, them->last_report_middle);
    put32(p + at + 20, them->last_report_middle ? (uint32_t)(((now - them->last_report_ns) << 16) / 1000000000u) : 0);
    at += 24;
  }
  put16(p + 2, (uint32_t)(at / 4 - 1));
  return at;
}

static size_t put_name(crtp_session *session, unsigned char *p) {
  memset(p, 0, 24);
  p[0] = 0x81;
  p[1] = 202;
  put32(p + 4, session->ssrc);
  p[8] = 1;
  /* A name that says nothing about anybody (RFC 7022). */
  p[9] = (unsigned char)snprintf((char *)p + 10, 12, "%08x", session->ssrc);
  const size_t bytes = (10u + p[9] + 1u + 3u) / 4u * 4u;
  put16(p + 2, (uint32_t)(bytes / 4 - 1));
  return bytes;
}

void crtp_report(crtp_session *session, uint64_t now) {
  unsigned char packet[128 + SRTP_MAX_TRAILER_LEN + 4];
  size_t bytes = put_report(session, packet);
  bytes += put_name(session, packet + bytes);
  send_control(session, packet, bytes);
  /* 2.5 to 7.5 s, so that not all report at once (RFC 3550 section 6.2). */
  session->next_report_ns = now + 2500000000u + crtp_random() % 5000000000u;
}

void crtp_say_goodbye(crtp_session *session) {
  unsigned char packet[128 + SRTP_MAX_TRAILER_LEN + 4];
  size_t bytes = put_report(session, packet);
  bytes += put_name(session, packet + bytes);
  packet[bytes] = 0x81;
  packet[bytes + 1] = 203;
  put16(packet + bytes + 2, 1);
  put32(packet + bytes + 4, session->ssrc);
  send_control(session, packet, bytes + 8);
}

/* What they say of us. */
static void hear_block(crtp_session *session, const unsigned char *block) {
  if (get32(block) != session->ssrc) return;
  session->seen.their_loss = block[4];
  session->seen.their_jitter_us = (uint32_t)((uint64_t)get32(block + 12) * 1000000u / crtp_clock(session->s.codec));
  const uint32_t last = get32(block + 16), delay = get32(block + 20);
  if (last == 0) return;
  const uint64_t wall = crtp_now(CLOCK_REALTIME);
  const uint32_t middle = (uint32_t)(((wall / 1000000000u + NTP_OFFSET) & 0xffff) << 16 | (wall % 1000000000u << 16) / 1000000000u);
  const uint32_t trip = middle - last - delay;
  if (trip < 0x80000000u) session->seen.round_trip_us = (uint32_t)((uint64_t)trip * 1000000u >> 16);
}

void crtp_hear_report(crtp_session *session, unsigned char *packet, size_t bytes) {
  if (session->has_srtp) {
    int length = (int)bytes;
    if (srtp_unprotect_rtcp(session->inbound, packet, &length) != srtp_err_status_ok) {
      session->seen.malformed++;
      return;
    }
    bytes = (size_t)length;
  }
  for (size_t at = 0; at + 8 <= bytes;) {
    const unsigned char *p = packet + at;
    const size_t length = 4u * (get16(p + 2) + 1u);
    if (p[0] >> 6 != 2 || length > bytes - at) {
      session->seen.malformed++;
      return;
    }
    size_t blocks = p[0] & 31u, block = p[1] == 200 ? 28 : p[1] == 201 ? 8 : length;
    if (p[1] == 200 && length >= 28) {
      session->them.last_report_middle = get32(p + 8) << 16 | get32(p + 12) >> 16;
      session->them.last_report_ns = crtp_now(CLOCK_MONOTONIC);
    }
    for (; blocks > 0 && block + 24 <= length; blocks--, block += 24) hear_block(session, p + block);
    at += length;
  }
}
