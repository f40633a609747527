/* Incoming datagrams. */
#ifndef CRTP_INBOX_H
#define CRTP_INBOX_H

#include "outbox.h"

typedef struct {
  struct mmsghdr messages[BATCH];
  struct iovec vectors[BATCH];
  _Alignas(16) unsigned char packets[BATCH][PACKET_MAX];
  unsigned char controls[BATCH][64];
  address sources[BATCH];
} inbox;

void crtp_inbox_open(inbox *);
/* Reads what has come for all sessions. */
void crtp_receive(crtp_engine *);

#endif
