/* A session's received datagrams. */
#ifndef CRTP_RECEIVE_H
#define CRTP_RECEIVE_H

#include "addresses.h"
#include "crtpmedia.h"

void crtp_take(crtp_session *, unsigned char *datagram, size_t bytes, const address *from, uint64_t arrival_ns, int is_control);
/* Reports packets that have been missing for too long. */
void crtp_watch(crtp_session *);

#endif
