/* Writes and reads packets. */
#include "packets.h"

#include <netinet/in.h>
#include <string.h>

enum { KIND = 0, VERSION = 1, FAMILY = 2, PORT = 4, ADDRESS = 8, SCOPE = 24 };

static void begin(uint8_t *header, csip_packet kind) {
  memset(header, 0, CSIP_PACKET_HEADER);
  header[KIND] = (uint8_t)kind;
  header[VERSION] = CSIP_PACKET_VERSION;
}

csip_packet csip_packet_kind(const uint8_t *bytes, size_t count) {
  if (count < CSIP_PACKET_HEADER || bytes[VERSION] != CSIP_PACKET_VERSION) return CSIP_PACKET_NONE;
  switch (bytes[KIND]) {
    case CSIP_PACKET_DATAGRAM: return count > CSIP_PACKET_HEADER ? CSIP_PACKET_DATAGRAM : CSIP_PACKET_NONE;
    case CSIP_PACKET_CALL: return csip_mark_is_set(csip_packet_mark(bytes)) ? CSIP_PACKET_CALL : CSIP_PACKET_NONE;
    case CSIP_PACKET_END: return CSIP_PACKET_END;
    default: return CSIP_PACKET_NONE;
  }
}

int csip_packet_from(uint8_t header[CSIP_PACKET_HEADER], const struct sockaddr *address, socklen_t bytes) {
  begin(header, CSIP_PACKET_DATAGRAM);
  if (address->sa_family == AF_INET && bytes >= sizeof(struct sockaddr_in)) {
    struct sockaddr_in in;
    memcpy(&in, address, sizeof in);
    header[FAMILY] = 4;
    memcpy(header + PORT, &in.sin_port, sizeof in.sin_port);
    memcpy(header + ADDRESS, &in.sin_addr, sizeof in.sin_addr);
    return 0;
  }
  if (address->sa_family != AF_INET6 || bytes < sizeof(struct sockaddr_in6)) return -1;
  struct sockaddr_in6 in;
  memcpy(&in, address, sizeof in);
  const uint32_t scope = htonl(in.sin6_scope_id);
  header[FAMILY] = 6;
  memcpy(header + PORT, &in.sin6_port, sizeof in.sin6_port);
  memcpy(header + ADDRESS, &in.sin6_addr, sizeof in.sin6_addr);
  memcpy(header + SCOPE, &scope, sizeof scope);
  return 0;
}

int csip_packet_source(const uint8_t header[CSIP_PACKET_HEADER], struct sockaddr_storage *address, socklen_t *bytes) {
  uint16_t port;
  uint32_t scope;
  memset(address, 0, sizeof *address);
  memcpy(&port, header + PORT, sizeof port);
  memcpy(&scope, header + SCOPE, sizeof scope);
  if (!port) return -1;
  if (header[FAMILY] == 4) {
    struct sockaddr_in *in = (struct sockaddr_in *)address;
    in->sin_family = AF_INET;
    in->sin_port = port;
    memcpy(&in->sin_addr, header + ADDRESS, sizeof in->sin_addr);
    *bytes = sizeof *in;
    return in->sin_addr.s_addr == INADDR_ANY ? -1 : 0;
  }
  if (header[FAMILY] != 6) return -1;
  struct sockaddr_in6 *in = (struct sockaddr_in6 *)address;
  in->sin6_family = AF_INET6;
  in->sin6_port = port;
  in->sin6_scope_id = ntohl(scope);
  memcpy(&in->sin6_addr, header + ADDRESS, sizeof in->sin6_addr);
  *bytes = sizeof *in;
  return IN6_IS_ADDR_UNSPECIFIED(&in->sin6_addr) ? -1 : 0;
}

void csip_packet_call(uint8_t header[CSIP_PACKET_HEADER], csip_mark mark) {
  begin(header, CSIP_PACKET_CALL);
  memcpy(header + ADDRESS, &mark, sizeof mark);
}

csip_mark csip_packet_mark(const uint8_t header[CSIP_PACKET_HEADER]) {
  csip_mark mark;
  memcpy(&mark, header + ADDRESS, sizeof mark);
  return mark;
}

void csip_packet_end(uint8_t header[CSIP_PACKET_HEADER]) { begin(header, CSIP_PACKET_END); }
