/* A session's outgoing RTP packets. */
#ifndef CRTP_TRANSMIT_H
#define CRTP_TRANSMIT_H

#include "crtpmedia.h"

/* Puts a packet into the outbox. */
void crtp_transmit(crtp_session *, uint8_t type, int is_marked, uint32_t timestamp, const unsigned char *payload, size_t bytes);

#endif
