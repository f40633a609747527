/* Packets that wait for room in a socket. */
#ifndef CSIP_OUTBOX_H
#define CSIP_OUTBOX_H

#include <stddef.h>
#include <stdint.h>

typedef struct csip_packet_waiting csip_packet_waiting;

/* The packets in their order: 4,096 of them or 4 MiB at most. A datagram beyond that is lost, as in a full receive buffer. */
typedef struct {
  csip_packet_waiting *first, *last;
  size_t n, bytes;
} csip_outbox;

/* Sends a packet of two parts behind those that wait, or lets it wait. Returns 0, or -1 when no one reads the other end any more. */
int csip_outbox_send(csip_outbox *, int fd, const uint8_t *header, size_t header_bytes, const void *rest, size_t rest_bytes);
/* Sends what waits, as far as there is room; 0 or -1 as above. */
int csip_outbox_flush(csip_outbox *, int fd);
void csip_outbox_free(csip_outbox *);

#endif
