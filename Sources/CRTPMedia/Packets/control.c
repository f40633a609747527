/* RTCP (RFC 3550 section 6): each side reports the quality of reception every few seconds. */
#define _GNU_SOURCE 1

#include "control.h"

#include "../bytes.h"
#include "../clock.h"
#include "../engine.h"
#include "../session.h"
#include "outbox.h"

#include <stdio.h>
#include <string.h>

#define NTP_OFFSET 2208988800u
#define REPORT_BYTES (52 + 24 + 8 + PROTECTION_MAX)

static int is_shared(const crtp_session *session) { return session->s.control_port == session->s.port; }

/* Returns 1 when the packet was sent. */
static int send_control(crtp_session *session, unsigned char *packet, size_t bytes) {
  if (!crtp_may_reach(session)) return 0;
  if (session->s.protection && (!session->keys || crtp_protect_control(session->keys, packet, &bytes))) return 0;
  crtp_send_now(session, !is_shared(session), is_shared(session) ? &session->remote : &session->remote_control, packet, bytes);
  return 1;
}

/* Returns the seconds since 1900, with their fractions in 2^32nds. */
static uint64_t ntp_now(const crtp_session *session) {
  const uint64_t wall = session->engine->now + session->engine->wall_ahead;
  return (wall / SECOND_NS + NTP_OFFSET) << 32 | ((wall % SECOND_NS) << 32) / SECOND_NS;
}

/* Writes a reception report (section 6.4.1): the loss since their first packet and since the last report. */
static size_t put_block(crtp_session *session, unsigned char *p) {
  source *them = &session->them;
  if (!them->is_known) return 0;
  const uint32_t expected = them->cycles + them->highest - them->base + 1;
  const uint32_t lost = expected > them->received ? expected - them->received : 0;
  const uint32_t expected_now = expected - them->expected_before, received_now = them->received - them->received_before;
  const uint32_t lost_now = expected_now > received_now ? expected_now - received_now : 0;
  const uint64_t since = session->engine->now - them->last_report_ns;
  them->expected_before = expected;
  them->received_before = them->received;
  put32(p, them->ssrc);
  put32(p + 4, (expected_now ? (lost_now << 8) / expected_now & 0xff : 0) << 24 | (lost < 0x7fffff ? lost : 0x7fffff));
  put32(p + 8, them->cycles + them->highest);
  put32(p + 12, (uint32_t)them->jitter);
  put32(p + 16, them->last_report_middle);
  put32(p + 20, them->last_report_middle ? (uint32_t)((since << 16) / SECOND_NS) : 0);
  return 24;
}

static size_t put_report(crtp_session *session, unsigned char *p) {
  const int is_sender = session->sound && session->seen.packets_sent > 0;
  const size_t head = is_sender ? 28 : 8, block = put_block(session, p + head);
  p[0] = (unsigned char)(0x80 | (block ? 1 : 0));
  p[1] = is_sender ? 200 : 201;
  put16(p + 2, (uint32_t)((head + block) / 4 - 1));
  put32(p + 4, session->ssrc);
  if (is_sender) {
    const uint64_t ntp = ntp_now(session);
    put32(p + 8, (uint32_t)(ntp >> 32));
    put32(p + 12, (uint32_t)ntp);
    put32(p + 16, session->sound->out.timestamp);
    put32(p + 20, (uint32_t)session->seen.packets_sent);
    put32(p + 24, (uint32_t)session->seen.bytes_sent);
  }
  return head + block;
}

/* Writes an anonymous CNAME (RFC 7022). */
static size_t put_name(const crtp_session *session, unsigned char *p) {
  memset(p, 0, 20);
  p[0] = 0x81;
  p[1] = 202;
  put16(p + 2, 4);
  put32(p + 4, session->ssrc);
  p[8] = 1;
  p[9] = 8;
  char name[9];
  snprintf(name, sizeof name, "%08x", (unsigned)session->ssrc);
  memcpy(p + 10, name, 8);
  return 20;
}

void crtp_report(crtp_session *session) {
  _Alignas(4) unsigned char packet[REPORT_BYTES];
  const size_t bytes = put_report(session, packet);
  if (send_control(session, packet, bytes + put_name(session, packet + bytes))) session->has_reported = 1;
  /* Between half and one and a half times the mean, so that sessions do not all report at once (section 6.2). */
  const uint64_t mean = (uint64_t)(session->s.report_ms ? session->s.report_ms : 5000) * 1000000u;
  session->next_report_ns = session->engine->now + mean / 2 + crtp_random() % mean;
}

/* A session that never sent anything sends no BYE (section 6.3.7). */
void crtp_say_goodbye(crtp_session *session) {
  if (session->seen.packets_sent == 0 && !session->has_reported) return;
  _Alignas(4) unsigned char packet[REPORT_BYTES];
  size_t bytes = put_report(session, packet);
  bytes += put_name(session, packet + bytes);
  packet[bytes] = 0x81;
  packet[bytes + 1] = 203;
  put16(packet + bytes + 2, 1);
  put32(packet + bytes + 4, session->ssrc);
  send_control(session, packet, bytes + 8);
}

/* Reads their report about our packets. */
static void hear_block(crtp_session *session, const unsigned char *block) {
  if (get32(block) != session->ssrc) return;
  session->seen.their_loss = block[4];
  session->seen.their_jitter_us = (uint32_t)((uint64_t)get32(block + 12) * 1000000u / crtp_clock(session->s.codec));
  const uint32_t last = get32(block + 16), delay = get32(block + 20);
  if (last == 0) return;
  const uint32_t trip = (uint32_t)(ntp_now(session) >> 16) - last - delay;
  if (trip < 0x80000000u) session->seen.round_trip_us = (uint32_t)((uint64_t)trip * 1000000u >> 16);
}

static void hear_one(crtp_session *session, const unsigned char *p, size_t length) {
  source *them = &session->them;
  size_t blocks = p[0] & 31u, block = p[1] == 200 ? 28 : p[1] == 201 ? 8 : length;
  if (p[1] == 200 && length >= 28) {
    them->last_report_middle = get32(p + 8) << 16 | get32(p + 12) >> 16;
    them->last_report_ns = session->engine->now;
  }
  if (p[1] == 200 || p[1] == 201) session->seen.reports_heard++;
  if (p[1] == 203) session->seen.has_left = 1;
  for (; blocks > 0 && block + 24 <= length; blocks--, block += 24) hear_block(session, p + block);
}

/* True when plain RTCP comes from the far end: from the address of its RTP, and on our RTCP port from the first port that sent any.
 * */
static int is_their_place(const crtp_session *session, const address *from, int is_control) {
  if (is_control && session->is_control_latched) return crtp_is_same(from, &session->remote_control, 1);
  return crtp_is_same(from, &session->remote, 0);
}

/* True when a report is from the far end. Without keys its address decides. */
static int is_theirs(crtp_session *session, unsigned char *packet, size_t *bytes, const address *from, int is_control) {
  if (session->s.protection == CRTP_PLAIN) {
    if (is_their_place(session, from, is_control)) return 1;
    session->seen.strangers++;
    return 0;
  }
  if (session->keys && !crtp_unprotect_control(session->keys, packet, bytes)) return 1;
  session->seen.refused++;
  return 0;
}

void crtp_hear_report(crtp_session *session, unsigned char *packet, size_t bytes, const address *from, int is_control) {
  if (!is_theirs(session, packet, &bytes, from, is_control)) return;
  session->has_heard = 1;
  /* During agreed silence reports alone show that the far end is there. */
  if (session->is_quiet) session->heard_ns = session->engine->now;
  if (is_control && session->s.is_symmetric && !session->ice.has_chosen_control) {
    session->remote_control = *from;
    session->is_control_latched = 1;
  }
  for (size_t at = 0; at < bytes;) {
    const unsigned char *p = packet + at;
    const size_t length = bytes - at < 4 ? 0 : 4u * (get16(p + 2) + 1u);
    if (length == 0 || p[0] >> 6 != 2 || length > bytes - at) {
      session->seen.malformed++;
      return;
    }
    if (length >= 8) hear_one(session, p, length);
    at += length;
  }
}
