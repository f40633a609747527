/* Addresses of datagrams. */
#include "addresses.h"

#include <arpa/inet.h>
#include <string.h>

socklen_t crtp_address_bytes(const address *a) { return a->any.sa_family == AF_INET6 ? sizeof a->v6 : sizeof a->v4; }

int crtp_address_read(const char *text, uint16_t port, address *out) {
  memset(out, 0, sizeof *out);
  if (inet_pton(AF_INET, text, &out->v4.sin_addr) == 1) out->any.sa_family = AF_INET;
  else if (inet_pton(AF_INET6, text, &out->v6.sin6_addr) == 1) out->any.sa_family = AF_INET6;
  else return -1;
  crtp_address_set_port(out, port);
  return 0;
}

void crtp_address_set_port(address *a, uint16_t port) {
  if (a->any.sa_family == AF_INET6) a->v6.sin6_port = htons(port);
  else a->v4.sin_port = htons(port);
}

int crtp_is_same(const address *a, const address *b, int with_port) {
  if (a->any.sa_family != b->any.sa_family) return 0;
  if (a->any.sa_family == AF_INET)
    return a->v4.sin_addr.s_addr == b->v4.sin_addr.s_addr && (!with_port || a->v4.sin_port == b->v4.sin_port);
  return memcmp(&a->v6.sin6_addr, &b->v6.sin6_addr, sizeof a->v6.sin6_addr) == 0 && (!with_port || a->v6.sin6_port == b->v6.sin6_port);
}

/* Returns an IPv4 address in host byte order, also from an IPv4-mapped IPv6 address; 0: neither. */
static uint32_t v4_of(const address *a) {
  uint32_t number = 0;
  if (a->any.sa_family == AF_INET) number = a->v4.sin_addr.s_addr;
  else if (a->any.sa_family == AF_INET6 && IN6_IS_ADDR_V4MAPPED(&a->v6.sin6_addr)) memcpy(&number, a->v6.sin6_addr.s6_addr + 12, 4);
  return ntohl(number);
}

static int is_loopback(const address *a) {
  return v4_of(a) >> 24 == 127 || (a->any.sa_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&a->v6.sin6_addr));
}

int crtp_is_unusable(const address *a, const address *own) {
  const uint32_t v4 = v4_of(a);
  if (v4 >> 28 == 14 || v4 == 0xffffffffu || (a->any.sa_family == AF_INET6 && IN6_IS_ADDR_MULTICAST(&a->v6.sin6_addr))) return 1;
  return is_loopback(a) && !is_loopback(own);
}

int crtp_is_private(const address *a) {
  const uint32_t v4 = v4_of(a);
  if (v4 >> 24 == 10 || v4 >> 20 == 0xac1 || v4 >> 16 == 0xc0a8 || v4 >> 16 == 0xa9fe || v4 >> 22 == 0x191) return 1;
  return a->any.sa_family == AF_INET6 && (IN6_IS_ADDR_LINKLOCAL(&a->v6.sin6_addr) || (a->v6.sin6_addr.s6_addr[0] & 0xfe) == 0xfc);
}

int crtp_is_unspecified(const address *a) {
  return a->any.sa_family == AF_INET6 ? IN6_IS_ADDR_UNSPECIFIED(&a->v6.sin6_addr) : a->v4.sin_addr.s_addr == 0;
}
