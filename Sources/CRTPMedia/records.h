/* DTLS records (RFC 6347 section 4.1), as far as it must be seen from outside what OpenSSL may be given. */
#ifndef CRTP_RECORDS_H
#define CRTP_RECORDS_H

#include <stddef.h>

/** Copies the records of a datagram that a client or a server may get, of at most PACKET_MAX bytes; how many bytes they have.
 *
 *  Left out is what proves nothing and could end a handshake: alerts that are not encrypted, messages that only our own side sends, what is no record. */
size_t crtp_records_sift(const unsigned char *datagram, size_t bytes, int is_client, unsigned char *out);
/** The 32 random bytes of the client's hello that these records begin with; NULL: they begin with another message. */
const unsigned char *crtp_records_hello(const unsigned char *records, size_t bytes);

#endif
