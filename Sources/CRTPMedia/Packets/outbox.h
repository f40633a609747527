/* Sockets, and outgoing datagrams. */
#ifndef CRTP_OUTBOX_H
#define CRTP_OUTBOX_H

#include "addresses.h"
#include "crtpmedia.h"
#include "rtp.h"

#define BATCH 16

/* The datagrams of one session that one system call sends. */
typedef struct {
  struct mmsghdr messages[BATCH];
  struct iovec vectors[BATCH];
  _Alignas(16) unsigned char packets[BATCH][PACKET_MAX];
  unsigned int n;
} outbox;

/* Opens a socket at a port; -1, with errno, when it cannot. */
int crtp_bind(const char *text, uint16_t port);
void crtp_outbox_open(outbox *);
void crtp_outbox_flush(crtp_session *);
void crtp_send_now(const crtp_session *, int is_control, const address *to, const void *datagram, size_t bytes);
int crtp_is_nowhere(const crtp_session *);
/* True while packets may go to the far end: it has an address, and, where that must be shown, wants them. */
int crtp_may_reach(const crtp_session *);

#endif
