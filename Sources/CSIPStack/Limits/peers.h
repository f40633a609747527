/* The far ends of connections. */
#ifndef CSIP_PEERS_H
#define CSIP_PEERS_H

#include <sofia-sip/su.h>
#include <stdint.h>

/* An address with its port; all zero: none. */
typedef struct {
  uint64_t high, low;
  uint16_t port;
} csip_peer;

csip_peer csip_peer_of(const su_sockaddr_t *);
/* Orders peers for qsort and bsearch. */
int csip_peer_compare(const void *, const void *);

#endif
