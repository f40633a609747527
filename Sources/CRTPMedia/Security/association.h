/* One DTLS association in OpenSSL: its datagrams go through a session's port. */
#ifndef CRTP_ASSOCIATION_H
#define CRTP_ASSOCIATION_H

#include "../Packets/addresses.h"
#include "crtpmedia.h"

#include <openssl/ssl.h>

/* A DTLS association with one address (RFC 6347). */
typedef struct {
  SSL *ssl;                  /* NULL: no association */
  address peer;              /* of a server's association; a client talks to session->remote */
  unsigned char random[32];  /* of the client's hello: a different one begins a different association */
  uint64_t begun_ns;         /* 0: nothing has been sent yet */
  uint8_t is_done;           /* the session has its keys */
} association;

/** Makes an association; NULL when OpenSSL makes none. */
SSL *crtp_association_make(crtp_session *, int is_client);
void crtp_association_close(association *);
/** Reads the session's datagram as a hello. Keeps no state until a hello returns our cookie; then it returns 1. */
int crtp_association_listen(SSL *);

#endif
