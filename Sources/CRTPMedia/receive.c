/* What comes: packets from the network into the jitter buffer, and out of it in time. */
#include "media.h"

#include <string.h>

static int is_same(const address *a, const address *b, int with_port) {
  if (a->any.sa_family != b->any.sa_family) return 0;
  if (a->any.sa_family == AF_INET)
    return a->v4.sin_addr.s_addr == b->v4.sin_addr.s_addr && (!with_port || a->v4.sin_port == b->v4.sin_port);
  return memcmp(&a->v6.sin6_addr, &b->v6.sin6_addr, sizeof a->v6.sin6_addr) == 0 && (!with_port || a->v6.sin6_port == b->v6.sin6_port);
}

/* Whether a packet is from whom we talk to. The address that signalling named is believed at once, from whatever port; behind a NAT another one must
 * have sent five in a row with one SSRC while nothing came from the first. Then nobody else is. */
static int is_theirs(crtp_session *session, const address *from, uint32_t ssrc) {
  if (session->is_locked) return is_same(from, &session->remote, 1);
  if (is_same(from, &session->signalled, 0)) {
    if (session->s.is_symmetric) session->remote = *from;
    session->is_locked = 1;
    return 1;
  }
  if (!session->s.is_symmetric) return 0;
  session->strangers_in_row = session->stranger_ssrc == ssrc ? session->strangers_in_row + 1 : 1;
  session->stranger_ssrc = ssrc;
  if (session->strangers_in_row < 5) return 0;
  session->remote = *from;
  session->is_locked = 1;
  return 1;
}

void crtp_buffer_clear(crtp_session *session) {
  jitter_buffer *buffer = &session->buffer;
  for (uint32_t i = 0; i < SLOTS; i++) buffer->slots[i].is_there = 0;
  buffer->n = 0;
  buffer->is_open = 0;
  buffer->surplus_ticks = buffer->dry_ticks = 0;
  session->n_waiting = 0;
}

/* RFC 3550 appendix A.1 and A.8. */
static void account(crtp_session *session, uint16_t sequence, uint32_t timestamp, uint32_t ssrc, uint64_t arrival_ns) {
  source *them = &session->them;
  const int16_t step = (int16_t)(sequence - them->highest);
  if (!them->is_known || them->ssrc != ssrc || step > 3000 || step < -1000) {
    *them = (source){.ssrc = ssrc, .is_known = 1, .highest = sequence, .base = sequence};
    crtp_buffer_clear(session);
  } else if (step > 0) {
    if (sequence < them->highest) them->cycles += 65536;
    them->highest = sequence;
  }
  them->received++;
  const double transit = (double)(arrival_ns % 1000000000000000u) * crtp_clock(session->s.codec) / 1e9 - (double)timestamp;
  if (them->has_transit) {
    const double d = transit - them->transit;
    /* A timestamp that wrapped or jumped says nothing about the network. */
    if (d > -1e6 && d < 1e6) them->jitter += ((d < 0 ? -d : d) - them->jitter) / 16.0;
  }
  them->transit = transit;
  them->has_transit = 1;
}

static void insert(crtp_session *session, uint16_t sequence, uint32_t timestamp, const unsigned char *data, size_t bytes) {
  jitter_buffer *buffer = &session->buffer;
  if (bytes > SLOT_BYTES) {
    session->seen.malformed++;
    return;
  }
  if (!buffer->is_open) {
    buffer->is_open = buffer->is_filling = 1;
    buffer->next = sequence;
  }
  int16_t ahead = (int16_t)(sequence - buffer->next);
  if (ahead < 0) {
    /* While it fills, one that was overtaken is still in time. */
    if (!buffer->is_filling || ahead <= -(int16_t)SLOTS / 2) {
      session->seen.late++;
      return;
    }
    buffer->next = sequence;
    ahead = 0;
  }
  if (ahead >= (int16_t)SLOTS) {
    /* More than it holds: the oldest go. */
    const uint16_t next = (uint16_t)(sequence - SLOTS + 1);
    for (; buffer->next != next; buffer->next++) {
      slot *old = &buffer->slots[buffer->next % SLOTS];
      if (old->is_there) old->is_there = 0, buffer->n--, session->seen.late++;
    }
  }
  slot *place = &buffer->slots[sequence % SLOTS];
  if (place->is_there) return; /* twice */
  *place = (slot){.sequence = sequence, .bytes = (uint16_t)bytes, .timestamp = timestamp, .is_there = 1};
  memcpy(place->data, data, bytes);
  buffer->n++;
}

/* RFC 4733 section 2.5: the packets of one event share a timestamp; the first that comes tells it. */
static void hear_digit(crtp_engine *engine, crtp_session *session, uint32_t timestamp, const unsigned char *data, size_t bytes) {
  static const char digits[] = "0123456789*#ABCD";
  if (bytes < 4 || data[0] > 15) return;
  if (session->has_heard_digit && session->heard_digit_timestamp == timestamp) return;
  session->has_heard_digit = 1;
  session->heard_digit_timestamp = timestamp;
  if (engine->heard && session->s.directions & CRTP_HEARS) engine->heard(engine->context, session->number, digits[data[0]]);
}

static void take(crtp_engine *engine, crtp_session *session, unsigned char *p, size_t bytes, const address *from, uint64_t arrival) {
  if (bytes < 12 || p[0] >> 6 != 2) {
    session->seen.malformed++;
    return;
  }
  /* RTCP on the same port (RFC 5761 section 4). */
  if (p[1] >= 192 && p[1] <= 223) {
    if (is_same(from, &session->remote, 0)) crtp_hear_report(session, p, bytes);
    return;
  }
  if (!is_theirs(session, from, get32(p + 8))) {
    session->seen.strangers++;
    return;
  }
  if (session->has_srtp) {
    int length = (int)bytes;
    if (srtp_unprotect(session->inbound, p, &length) != srtp_err_status_ok) {
      session->seen.malformed++;
      return;
    }
    bytes = (size_t)length;
  }
  size_t head = 12 + 4u * (p[0] & 15u);
  if (p[0] & 0x10) {
    if (bytes < head + 4) goto malformed;
    head += 4 + 4u * get16(p + head + 2);
  }
  if (bytes < head) goto malformed;
  size_t padding = 0;
  if (p[0] & 0x20) padding = bytes > head ? p[bytes - 1] : 0;
  if (padding > bytes - head || (p[0] & 0x20 && padding == 0)) goto malformed;
  const size_t payload = bytes - head - padding;
  const uint8_t type = p[1] & 127;
  session->seen.packets_heard++;
  session->seen.bytes_heard += payload;
  account(session, get16(p + 2), get32(p + 4), get32(p + 8), arrival);
  if (type == session->s.their_digits_type && type != 0) hear_digit(engine, session, get32(p + 4), p + head, payload);
  else if (type == session->s.their_payload_type && session->s.directions & CRTP_HEARS) insert(session, get16(p + 2), get32(p + 4), p + head, payload);
  return;
malformed:
  session->seen.malformed++;
}

static uint64_t arrival_of(struct msghdr *message, uint64_t now) {
  for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c; c = CMSG_NXTHDR(message, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_TIMESTAMPNS) continue;
    struct timespec t;
    memcpy(&t, CMSG_DATA(c), sizeof t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
  }
  return now;
}

void crtp_receive(crtp_engine *engine, crtp_session *session) {
  const int sockets[] = {session->rtp, session->rtcp};
  for (int which = 0; which < 2; which++) {
    /* At most four batches: a flood costs its own call's sound, and nobody else's time. */
    for (int round = 0; round < 4; round++) {
      for (int i = 0; i < BATCH; i++) {
        engine->messages[i].msg_hdr.msg_namelen = sizeof engine->sources[i];
        engine->messages[i].msg_hdr.msg_controllen = sizeof engine->controls[i];
      }
      const int n = recvmmsg(sockets[which], engine->messages, BATCH, MSG_DONTWAIT, NULL);
      if (n <= 0) break;
      const uint64_t now = crtp_now(CLOCK_REALTIME);
      for (int i = 0; i < n; i++) {
        const size_t bytes = engine->messages[i].msg_len;
        if (which == 0) take(engine, session, engine->packets[i], bytes, &engine->sources[i], arrival_of(&engine->messages[i].msg_hdr, now));
        else if (is_same(&engine->sources[i], &session->remote, 0)) crtp_hear_report(session, engine->packets[i], bytes);
      }
      if (n < BATCH) break;
    }
  }
}

/* ------------------------------------------------------------------------------------------------------------------------ playing */

/* How many packets to hold back: two and a half times the jitter, one at least, half of the buffer at most. */
static uint32_t wanted(const crtp_session *session) {
  const double packet = crtp_clock(session->s.codec) * 0.02 * (session->frames_in_packet ? session->frames_in_packet : 1);
  const uint32_t packets = 1u + (uint32_t)(session->them.jitter * 2.5 / packet);
  return packets > SLOTS / 2 ? SLOTS / 2 : packets;
}

/* Puts the next packet's samples behind those that wait, or what stands for them. */
static void fetch(crtp_session *session, size_t frame) {
  jitter_buffer *buffer = &session->buffer;
  int16_t *end = session->waiting + session->n_waiting;
  const size_t room = sizeof session->waiting / sizeof *session->waiting - session->n_waiting;
  if (buffer->is_filling) {
    if (buffer->n < wanted(session)) return;
    buffer->is_filling = 0;
  }
  if (buffer->n == 0) {
    /* Nothing more: three frames are made up, then it is silent until enough is there again. */
    if (++buffer->dry_ticks > 3) {
      buffer->is_open = 0;
      return;
    }
    session->n_waiting += crtp_conceal(session, end, frame);
    session->seen.concealed++;
    return;
  }
  buffer->dry_ticks = 0;
  slot *due = &buffer->slots[buffer->next % SLOTS];
  if (due->is_there) {
    const size_t n = crtp_decode(session, due->data, due->bytes, end, room);
    session->n_waiting += n;
    session->frames_in_packet = n >= frame ? (uint32_t)(n / frame) : 1;
    due->is_there = 0;
    buffer->n--;
  } else {
    const slot *after = &buffer->slots[(uint16_t)(buffer->next + 1) % SLOTS];
    size_t n = after->is_there ? crtp_decode_redundancy(session, after->data, after->bytes, end, frame) : 0;
    if (n == 0) {
      n = crtp_conceal(session, end, frame * (session->frames_in_packet ? session->frames_in_packet : 1) <= room ? frame * (session->frames_in_packet ? session->frames_in_packet : 1) : frame);
      session->seen.concealed++;
    }
    session->n_waiting += n;
  }
  buffer->next++;
}

/* Their clock is a little faster or slower than ours: what is too much for a second goes, a packet at a time. */
static void drain(crtp_session *session) {
  jitter_buffer *buffer = &session->buffer;
  if (buffer->is_filling || buffer->n <= wanted(session) + 2) {
    buffer->surplus_ticks = 0;
    return;
  }
  if (++buffer->surplus_ticks < 50) return;
  buffer->surplus_ticks = 0;
  slot *due = &buffer->slots[buffer->next % SLOTS];
  if (due->is_there) due->is_there = 0, buffer->n--;
  buffer->next++;
}

void crtp_play(crtp_session *session) {
  const size_t frame = crtp_rate(session->s.codec) / 50;
  if (!(session->s.directions & CRTP_HEARS)) {
    if (session->buffer.is_open) crtp_buffer_clear(session);
    return;
  }
  drain(session);
  for (int tries = 0; session->n_waiting < frame && session->buffer.is_open && tries < 4; tries++) fetch(session, frame);
  if (session->n_waiting < frame) return;
  if (session->is_attached) {
    hsw_slot *place = hsw_ring_room(&session->from_net);
    if (place && hsw_ring_room_bytes(&session->from_net) >= frame * 2) {
      place->bytes = (uint32_t)(frame * 2);
      place->flags = session->buffer.dry_ticks ? HSW_SLOT_CONCEALED : 0;
      place->mono_ns = crtp_now(CLOCK_MONOTONIC);
      memcpy(place + 1, session->waiting, frame * 2);
      hsw_ring_push(&session->from_net);
    }
  }
  session->n_waiting -= frame;
  memmove(session->waiting, session->waiting + frame, session->n_waiting * sizeof *session->waiting);
}
