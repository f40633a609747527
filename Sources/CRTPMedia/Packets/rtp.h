/* RTP packets and their headers (RFC 3550 section 5.1). */
#ifndef CRTP_RTP_H
#define CRTP_RTP_H

#include <stddef.h>
#include <stdint.h>

#define PACKET_MAX 1504u     /* an Ethernet frame's payload, and a little more */

typedef struct {
  uint8_t type, is_marked;
  uint16_t sequence;
  uint32_t timestamp, ssrc;
  const unsigned char *payload;
  size_t bytes;
} rtp_packet;

/** Returns 0, or -1 for data that is not RTP. Of an encrypted packet everything but the payload is right. */
int crtp_rtp_read(const unsigned char *data, size_t bytes, rtp_packet *out);

#endif
