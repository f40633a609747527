/* The far ends of connections. */
#include "peers.h"

#include <netinet/in.h>
#include <string.h>

csip_peer csip_peer_of(const su_sockaddr_t *address) {
  csip_peer peer = {0};
  if (address->su_family == AF_INET) {
    peer.low = (uint64_t)0xFFFF << 32 | ntohl(address->su_sin.sin_addr.s_addr);
  } else if (address->su_family == AF_INET6) {
    memcpy(&peer.high, address->su_sin6.sin6_addr.s6_addr, 8);
    uint32_t middle, last;
    memcpy(&middle, address->su_sin6.sin6_addr.s6_addr + 8, 4);
    memcpy(&last, address->su_sin6.sin6_addr.s6_addr + 12, 4);
    peer.low = (uint64_t)ntohl(middle) << 32 | ntohl(last);
  } else {
    return peer;
  }
  peer.port = ntohs(address->su_port);
  return peer;
}

int csip_peer_compare(const void *a, const void *b) {
  const csip_peer *x = a, *y = b;
  if (x->high != y->high) return x->high < y->high ? -1 : 1;
  if (x->low != y->low) return x->low < y->low ? -1 : 1;
  return (x->port > y->port) - (x->port < y->port);
}
