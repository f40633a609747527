/* Datagram sends that earlier errors do not disturb. */
#include "csipdatagrams.h"
#include "sockets.h"
#include "wrapped.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

/* Without a network connect(2) fails for the resolver's sockets, and the library retries without a pause. So the connect is put off until
 * the first datagram: that send fails alone, and the next one tries again. A stack's thread owns all sockets of its resolver. */
#define RESOLVERS 8
static __thread struct {
  int fd;
  socklen_t bytes;
  struct sockaddr_storage address;
} unconnected[RESOLVERS];
static __thread size_t n_unconnected;

int __real_connect(int fd, const struct sockaddr *address, socklen_t bytes);
ssize_t __real_send(int fd, const void *bytes, size_t count, int flags);
ssize_t __real_sendmsg(int fd, const struct msghdr *message, int flags);

void csip_forget_unconnected(int fd) {
  for (size_t i = 0; i < n_unconnected; i++)
    if (unconnected[i].fd == fd) unconnected[i--] = unconnected[--n_unconnected];
}

int __wrap_connect(int fd, const struct sockaddr *address, socklen_t bytes) {
  if (!csip_is_inside) return __real_connect(fd, address, bytes);
  int type = 0;
  socklen_t room = sizeof type;
  csip_forget_unconnected(fd);
  if (__real_connect(fd, address, bytes) == 0) return 0;
  const int error = errno;
  if (n_unconnected < RESOLVERS && bytes <= sizeof(struct sockaddr_storage) &&
      getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &room) == 0 && type == SOCK_DGRAM) {
    unconnected[n_unconnected].fd = fd;
    unconnected[n_unconnected].bytes = bytes;
    memcpy(&unconnected[n_unconnected++].address, address, bytes);
    return 0;
  }
  errno = error;
  return -1;
}

ssize_t __wrap_send(int fd, const void *bytes, size_t count, int flags) {
  for (size_t i = 0; i < n_unconnected; i++) {
    if (unconnected[i].fd != fd) continue;
    if (__real_connect(fd, (const struct sockaddr *)&unconnected[i].address, unconnected[i].bytes)) return -1;
    csip_forget_unconnected(fd);
    break;
  }
  return __real_send(fd, bytes, count, flags);
}

/* A failed send may report an ICMP error of an earlier datagram, and then this datagram was not sent. Reading the error clears it, so a
 * second send reports only its own errors. */
ssize_t csip_send_message(int fd, const struct msghdr *message, int flags) {
  int type = 0;
  socklen_t room = sizeof type;
  const ssize_t sent = __real_sendmsg(fd, message, flags);
  if (sent >= 0) return sent;
  switch (errno) {
    case ECONNREFUSED:
    case EHOSTUNREACH:
    case EHOSTDOWN:
    case ENETUNREACH:
    case ENONET:
    case ENOPROTOOPT:
    case EOPNOTSUPP:
    case EPROTO:
    case EACCES: break;
    default: return sent;
  }
  const int error = errno;
  if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &room) == 0 && type == SOCK_DGRAM) return __real_sendmsg(fd, message, flags);
  errno = error;
  return sent;
}

ssize_t __wrap_sendmsg(int fd, const struct msghdr *message, int flags) {
  return csip_is_inside ? csip_send_message(csip_socket_to_send(fd), message, flags) : __real_sendmsg(fd, message, flags);
}
