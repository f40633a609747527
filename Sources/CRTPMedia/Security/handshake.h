/* Keys by DTLS. */
#ifndef CRTP_HANDSHAKE_H
#define CRTP_HANDSHAKE_H

#include "association.h"

#define ASSOCIATIONS 4

typedef struct {
  uint8_t is_on, is_client, has_told;
  uint8_t is_renewal;        /* until it is done, the keys of the association before it serve */
  association with[ASSOCIATIONS]; /* a client uses only the first */
  SSL *doorkeeper;           /* of a server: reads hellos, and becomes an association when a hello returns its cookie */
  uint64_t next_ns;          /* the earliest time for a client's next attempt */
  const unsigned char *datagram; /* the input for OpenSSL */
  size_t bytes;
  const address *peer;       /* the destination of OpenSSL's output; NULL: none */
  unsigned char fingerprint[EVP_MAX_MD_SIZE]; /* of their certificate, from the session description */
  unsigned int fingerprint_bytes;
  const EVP_MD *hash;
} handshake;

int crtp_handshake_read(handshake *, const char *fingerprint);
int crtp_handshake_open(crtp_session *, handshake *, const crtp_settings *);
void crtp_handshake_close(handshake *);
/* Lets a client that failed try again at once. */
void crtp_handshake_hasten(crtp_session *);
void crtp_handshake_tick(crtp_session *);
void crtp_handshake_hear(crtp_session *, const unsigned char *datagram, size_t bytes, const address *from);

#endif
