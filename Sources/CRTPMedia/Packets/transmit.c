/* A session's outgoing RTP packets. */
#define _GNU_SOURCE 1

#include "transmit.h"

#include "../bytes.h"
#include "../engine.h"
#include "../session.h"

#include <string.h>

void crtp_transmit(crtp_session *session, uint8_t type, int is_marked, uint32_t timestamp, const unsigned char *payload, size_t bytes) {
  outbox *out = &session->engine->out;
  /* The keys may have gone since this audio was captured. */
  if (session->s.protection && !session->keys) return;
  if (out->n == BATCH) crtp_outbox_flush(session);
  unsigned char *packet = out->packets[out->n];
  packet[0] = 0x80;
  packet[1] = (unsigned char)(type | (is_marked ? 0x80 : 0));
  put16(packet + 2, session->sound->out.sequence++);
  put32(packet + 4, timestamp);
  put32(packet + 8, session->ssrc);
  memcpy(packet + 12, payload, bytes);
  size_t length = 12 + bytes;
  if (session->s.protection && crtp_protect(session->keys, packet, &length)) return;
  out->vectors[out->n].iov_len = length;
  out->messages[out->n].msg_hdr.msg_name = &session->remote;
  out->messages[out->n].msg_hdr.msg_namelen = crtp_address_bytes(&session->remote);
  out->n++;
  session->seen.packets_sent++;
  session->seen.bytes_sent += bytes;
}
