/* One DTLS association as OpenSSL keeps it: its datagrams come from and go to a session's port. */
#ifndef CRTP_ASSOCIATION_H
#define CRTP_ASSOCIATION_H

#include "media.h"

/** A new association; NULL where OpenSSL makes none. */
SSL *crtp_association_make(crtp_session *, int is_client);
void crtp_association_close(association *);
/** Reads the session's datagram as a hello, of which nothing is kept until it brings our cookie; 1: it has. */
int crtp_association_listen(SSL *);

#endif
