/* DTLS records (RFC 6347 section 4.1): the checks before OpenSSL gets them. */
#ifndef CRTP_RECORDS_H
#define CRTP_RECORDS_H

#include <stddef.h>

/** Copies the records of a datagram that a client or a server may get, of at most PACKET_MAX bytes; returns their length in bytes.
 *
 *  It drops records that prove nothing and could end a handshake: unencrypted alerts, messages that only our own side sends, and
 *  anything that is not a record. */
size_t crtp_records_sift(const unsigned char *datagram, size_t bytes, int is_client, unsigned char *out);
/** Returns the 32 random bytes of the client hello at the start of these records; NULL: they begin with another message. */
const unsigned char *crtp_records_hello(const unsigned char *records, size_t bytes);

#endif
