/* The packets between two versions of a stack, over the socket that the host gives to both.
 *
 * A packet begins with 32 bytes: the kind, the version of this format (1), 6 bytes for the kind, 16 bytes for the kind, 8 unused bytes. The
 * other version may be any: a reader checks everything, and drops what it does not know.
 *
 *   DATAGRAM  new to old: byte 2 is 4 or 6, bytes 4 and 5 the port, then the address (IPv4: its first 4 bytes), in network order; from byte
 *             24 on the scope of a link-local address in network order. The datagram follows.
 *   CALL      old to new: the mark of a call that has begun in the old one.
 *   END       old to new: the old one has ended. */
#ifndef CSIP_PACKETS_H
#define CSIP_PACKETS_H

#include "marks.h"

#include <sys/socket.h>

enum { CSIP_PACKET_HEADER = 32, CSIP_PACKET_VERSION = 1 };
typedef enum { CSIP_PACKET_NONE, CSIP_PACKET_DATAGRAM, CSIP_PACKET_CALL, CSIP_PACKET_END } csip_packet;

/* Returns the kind of a packet; CSIP_PACKET_NONE for anything unknown, or too short. */
csip_packet csip_packet_kind(const uint8_t *bytes, size_t count);

/* Writes the header of a datagram; -1 for an address of another family. */
int csip_packet_from(uint8_t header[CSIP_PACKET_HEADER], const struct sockaddr *address, socklen_t bytes);
/* Reads the source of a datagram; 0, or -1 for an address that no datagram comes from. */
int csip_packet_source(const uint8_t header[CSIP_PACKET_HEADER], struct sockaddr_storage *address, socklen_t *bytes);

void csip_packet_call(uint8_t header[CSIP_PACKET_HEADER], csip_mark);
csip_mark csip_packet_mark(const uint8_t header[CSIP_PACKET_HEADER]);
void csip_packet_end(uint8_t header[CSIP_PACKET_HEADER]);

#endif
