/* Addresses of datagrams. */
#ifndef CRTP_ADDRESSES_H
#define CRTP_ADDRESSES_H

#include <netinet/in.h>
#include <stdint.h>
#include <sys/socket.h>

typedef union { struct sockaddr any; struct sockaddr_in v4; struct sockaddr_in6 v6; } address;

int crtp_address_read(const char *text, uint16_t port, address *out);
socklen_t crtp_address_bytes(const address *);
void crtp_address_set_port(address *, uint16_t port);
int crtp_is_same(const address *, const address *, int with_port);
int crtp_is_unspecified(const address *);
/* True when media cannot go from `own` to this address: multicast, broadcast, or the local loopback seen from elsewhere. */
int crtp_is_unusable(const address *, const address *own);
/* True for an address that different networks reuse: private, link-local or shared (RFC 1918, 3927, 4193, 6598). */
int crtp_is_private(const address *);

#endif
