/* One DTLS association in OpenSSL: its datagrams go through a session's port. */
#ifndef CRTP_ASSOCIATION_H
#define CRTP_ASSOCIATION_H

#include "media.h"

/** Makes an association; NULL when OpenSSL makes none. */
SSL *crtp_association_make(crtp_session *, int is_client);
void crtp_association_close(association *);
/** Reads the session's datagram as a hello. Keeps no state until a hello returns our cookie; then it returns 1. */
int crtp_association_listen(SSL *);

#endif
