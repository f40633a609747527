/* Sockets that two versions of a stack share. See docs/sip.md.
 *
 * sofia-sip opens, watches and reads its listening sockets only by the functions here. So a stack can begin with the sockets of another
 * process, stop reading them, and read datagrams that the other process passes on. */
#define _GNU_SOURCE 1

#include "sockets.h"

#include "../Handover/packets.h"
#include "wrapped.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

int __real_bind(int fd, const struct sockaddr *address, socklen_t bytes);
int __real_epoll_ctl(int loop, int operation, int fd, struct epoll_event *event);
int __real_ioctl(int fd, unsigned long request, ...);
ssize_t __real_recvmsg(int fd, struct msghdr *message, int flags);
ssize_t __real_sendto(int fd, const void *bytes, size_t count, int flags, const struct sockaddr *address, socklen_t address_bytes);

typedef struct {
  int fd, type, family;
  int loop;                  /* the epoll descriptor that the library watches it with */
  struct epoll_event event;  /* as the library asked for it */
  int is_watched;
  int kept;                  /* the socket itself, while `fd` is the link to another version; else -1 */
} listener;

static __thread struct {
  listener rows[CSIP_SOCKETS];
  size_t n;
  int inherited[CSIP_SOCKETS], taken[CSIP_SOCKETS];
  size_t n_inherited, n_taken;
  int is_paused;
  csip_filter filter;
  void *context;
} own;

static listener *find(int fd) {
  for (size_t i = 0; i < own.n; i++)
    if (own.rows[i].fd == fd) return &own.rows[i];
  return NULL;
}

static void watch(listener *row, int is_wanted) {
  if (row->is_watched == is_wanted) return;
  if (__real_epoll_ctl(row->loop, is_wanted ? EPOLL_CTL_ADD : EPOLL_CTL_DEL, row->fd, &row->event) == 0) row->is_watched = is_wanted;
}

/* ------------------------------------------------------------------------------------------------------------------------- state */

void csip_sockets_begin(const int *inherited, size_t n) {
  memset(&own, 0, sizeof own);
  for (size_t i = 0; i < n && i < CSIP_SOCKETS; i++) own.inherited[own.n_inherited++] = fcntl(inherited[i], F_DUPFD_CLOEXEC, 0);
  own.is_paused = n > 0;
}

void csip_sockets_begun(void) {
  while (own.n_inherited)
    if (own.inherited[--own.n_inherited] >= 0) close(own.inherited[own.n_inherited]);
}

void csip_sockets_end(void) {
  csip_sockets_begun();
  for (size_t i = 0; i < own.n; i++)
    if (own.rows[i].kept >= 0) close(own.rows[i].kept);
  memset(&own, 0, sizeof own);
}

size_t csip_sockets_list(int fds[CSIP_SOCKETS]) {
  size_t n = 0;
  for (int type = SOCK_DGRAM, pass = 0; pass < 2; pass++, type = SOCK_STREAM)
    for (size_t i = 0; i < own.n; i++)
      if (own.rows[i].type == type) fds[n++] = own.rows[i].fd;
  return n;
}

int csip_sockets_datagrams(void) {
  for (size_t i = 0; i < own.n; i++)
    if (own.rows[i].type == SOCK_DGRAM) return own.rows[i].fd;
  return -1;
}

void csip_sockets_filter(csip_filter filter, void *context) {
  own.filter = filter;
  own.context = context;
}

int csip_socket_to_send(int fd) {
  const listener *row = own.n ? find(fd) : NULL;
  return row && row->kept >= 0 ? row->kept : fd;
}

void csip_sockets_forget(int fd) {
  for (size_t i = 0; i < own.n_taken; i++)
    if (own.taken[i] == fd) own.taken[i--] = own.taken[--own.n_taken];
  for (size_t i = 0; i < own.n; i++) {
    if (own.rows[i].fd != fd) continue;
    if (own.rows[i].kept >= 0) close(own.rows[i].kept);
    own.rows[i--] = own.rows[--own.n];
  }
}

/* -------------------------------------------------------------------------------------------------------------------- who reads */

void csip_sockets_pause(void) {
  own.is_paused = 1;
  for (size_t i = 0; i < own.n; i++) watch(&own.rows[i], 0);
}

void csip_sockets_resume(void) {
  own.is_paused = 0;
  for (size_t i = 0; i < own.n; i++) {
    listener *row = &own.rows[i];
    if (row->kept >= 0) {
      /* Watching ends before the descriptor changes, since it belongs to the socket behind it. */
      watch(row, 0);
      if (dup3(row->kept, row->fd, O_CLOEXEC) < 0) continue;
      close(row->kept);
      row->kept = -1;
    }
    watch(row, 1);
  }
}

void csip_sockets_swap(int link) {
  own.is_paused = 1;
  for (size_t i = 0; i < own.n; i++) {
    listener *row = &own.rows[i];
    watch(row, 0);
    if (row->type != SOCK_DGRAM || row->kept >= 0) continue;
    const int kept = fcntl(row->fd, F_DUPFD_CLOEXEC, 0);
    if (kept < 0) continue;
    if (dup3(link, row->fd, O_CLOEXEC) < 0) {
      close(kept);
      continue;
    }
    row->kept = kept;
    watch(row, 1);
  }
}

/* ---------------------------------------------------------------------------------------------------------------------- functions */

/* Reads a socket's own address and type; 0 where it has none. */
static int read_own(int fd, struct sockaddr_storage *address, int *type) {
  socklen_t bytes = sizeof *address, room = sizeof *type;
  memset(address, 0, sizeof *address);
  if (getsockname(fd, (struct sockaddr *)address, &bytes) < 0 || getsockopt(fd, SOL_SOCKET, SO_TYPE, type, &room) < 0) return 0;
  return address->ss_family == AF_INET || address->ss_family == AF_INET6;
}

static int is_same_address(const struct sockaddr_storage *a, const struct sockaddr *b, socklen_t bytes) {
  if (a->ss_family != b->sa_family) return 0;
  if (a->ss_family == AF_INET && bytes >= sizeof(struct sockaddr_in)) {
    const struct sockaddr_in *x = (const struct sockaddr_in *)a, *y = (const struct sockaddr_in *)b;
    return x->sin_port == y->sin_port && x->sin_addr.s_addr == y->sin_addr.s_addr;
  }
  if (a->ss_family != AF_INET6 || bytes < sizeof(struct sockaddr_in6)) return 0;
  const struct sockaddr_in6 *x = (const struct sockaddr_in6 *)a, *y = (const struct sockaddr_in6 *)b;
  return x->sin6_port == y->sin6_port && memcmp(&x->sin6_addr, &y->sin6_addr, sizeof x->sin6_addr) == 0;
}

int __wrap_bind(int fd, const struct sockaddr *address, socklen_t bytes) {
  if (!csip_is_inside || !own.n_inherited) return __real_bind(fd, address, bytes);
  struct sockaddr_storage theirs, ours;
  int type = 0, our_type = 0;
  if (!read_own(fd, &ours, &our_type)) return __real_bind(fd, address, bytes);
  for (size_t i = 0; i < own.n_inherited; i++) {
    if (!read_own(own.inherited[i], &theirs, &type) || type != our_type || !is_same_address(&theirs, address, bytes)) continue;
    if (dup3(own.inherited[i], fd, O_CLOEXEC) < 0) return -1;
    own.taken[own.n_taken++] = fd;
    close(own.inherited[i]);
    own.inherited[i] = own.inherited[--own.n_inherited];
    return 0;
  }
  return __real_bind(fd, address, bytes);
}

/* The library sends itself a datagram after bind(2) to try out MSG_TRUNC, and reads the next one. On an inherited socket that would be a
 * far end's. It does without the trial when it cannot send. */
ssize_t __wrap_sendto(int fd, const void *bytes, size_t count, int flags, const struct sockaddr *address, socklen_t address_bytes) {
  if (csip_is_inside)
    for (size_t i = 0; i < own.n_taken; i++)
      if (own.taken[i] == fd) return errno = EAGAIN, -1;
  return __real_sendto(fd, bytes, count, flags, address, address_bytes);
}

/* True for a socket of datagrams with an address of its own and no peer, and for one that accepts connections. */
static int is_listener(int fd, int *type, int *family) {
  struct sockaddr_storage address;
  int is_accepting = 0;
  socklen_t room = sizeof is_accepting, bytes = sizeof address;
  if (!read_own(fd, &address, type)) return 0;
  *family = address.ss_family;
  if (*type == SOCK_STREAM) return getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &is_accepting, &room) == 0 && is_accepting;
  /* The port of both families is at the same place. */
  return *type == SOCK_DGRAM && ((struct sockaddr_in *)&address)->sin_port && getpeername(fd, (struct sockaddr *)&address, &bytes) < 0;
}

int __wrap_epoll_ctl(int loop, int operation, int fd, struct epoll_event *event) {
  if (!csip_is_inside) return __real_epoll_ctl(loop, operation, fd, event);
  listener *row = find(fd);
  int type = 0, family = 0;
  if (!row && operation == EPOLL_CTL_ADD && own.n < CSIP_SOCKETS && is_listener(fd, &type, &family)) {
    row = &own.rows[own.n++];
    *row = (listener){.fd = fd, .type = type, .family = family, .loop = loop, .kept = -1};
  }
  if (!row) return __real_epoll_ctl(loop, operation, fd, event);
  if (operation == EPOLL_CTL_DEL) {
    watch(row, 0);
    if (row->kept >= 0) close(row->kept);
    *row = own.rows[--own.n];
    return 0;
  }
  row->event = *event;
  if (row->is_watched) return __real_epoll_ctl(loop, EPOLL_CTL_MOD, fd, event);
  if (own.is_paused) return 0;
  watch(row, 1);
  return row->is_watched ? 0 : -1;
}

int __wrap_ioctl(int fd, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  const listener *row = csip_is_inside && request == FIONREAD ? find(fd) : NULL;
  if (!row || row->kept < 0) return __real_ioctl(fd, request, argument);
  const ssize_t n = recv(fd, NULL, 0, MSG_PEEK | MSG_TRUNC | MSG_DONTWAIT);
  /* The library drops a datagram without content. */
  *(int *)argument = n > CSIP_PACKET_HEADER ? (int)n - CSIP_PACKET_HEADER : 0;
  return 0;
}

/* Reads a datagram that another version has passed on. */
static ssize_t receive(const listener *row, struct msghdr *message, int flags) {
  enum { PIECES = 16 };
  uint8_t header[CSIP_PACKET_HEADER];
  struct iovec pieces[PIECES] = {{.iov_base = header, .iov_len = sizeof header}};
  const size_t n = message->msg_iovlen < PIECES - 1 ? message->msg_iovlen : PIECES - 1;
  memcpy(pieces + 1, message->msg_iov, n * sizeof *pieces);
  struct msghdr whole = {.msg_iov = pieces, .msg_iovlen = n + 1};
  const ssize_t count = __real_recvmsg(row->fd, &whole, flags | MSG_DONTWAIT);
  if (count < 0) return count;
  struct sockaddr_storage from;
  socklen_t bytes = 0;
  if (csip_packet_kind(header, (size_t)count) != CSIP_PACKET_DATAGRAM || csip_packet_source(header, &from, &bytes) < 0 ||
      from.ss_family != row->family || !message->msg_name || message->msg_namelen < bytes)
    return errno = EAGAIN, -1;
  memcpy(message->msg_name, &from, bytes);
  message->msg_namelen = bytes;
  message->msg_flags = whole.msg_flags;
  return count - CSIP_PACKET_HEADER;
}

ssize_t __wrap_recvmsg(int fd, struct msghdr *message, int flags) {
  const listener *row = csip_is_inside ? find(fd) : NULL;
  if (!row || row->type != SOCK_DGRAM) return __real_recvmsg(fd, message, flags);
  if (row->kept >= 0) return flags & MSG_ERRQUEUE ? __real_recvmsg(row->kept, message, flags) : receive(row, message, flags);
  const ssize_t n = __real_recvmsg(fd, message, flags);
  if (n <= 0 || !own.filter || flags & MSG_ERRQUEUE) return n;
  static __thread char whole[65536];
  const char *bytes = message->msg_iov->iov_base;
  if ((size_t)n > message->msg_iov->iov_len) {
    size_t at = 0;
    for (size_t i = 0; i < message->msg_iovlen && at < (size_t)n && at < sizeof whole; i++) {
      const size_t left = (size_t)n - at < sizeof whole - at ? (size_t)n - at : sizeof whole - at;
      const size_t piece = message->msg_iov[i].iov_len < left ? message->msg_iov[i].iov_len : left;
      memcpy(whole + at, message->msg_iov[i].iov_base, piece);
      at += piece;
    }
    bytes = whole;
  }
  if (!own.filter(own.context, message->msg_name, message->msg_namelen, bytes, (size_t)n < sizeof whole ? (size_t)n : sizeof whole)) return n;
  /* The library takes it for a socket without input. */
  errno = EAGAIN;
  return -1;
}
