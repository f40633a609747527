/* Keeps file descriptors from the host's child processes.
 *
 * sofia-sip opens its sockets without FD_CLOEXEC, so a program that the host starts would keep its ports in use. Setting the flag later
 * leaves a gap, and accepted connections are never reported. So these wrappers set the flag at once. They also keep the library from
 * changing the host's SIGPIPE handler. */
#define _GNU_SOURCE 1

#include "../Limits/streams.h"
#include "sockets.h"
#include "wrapped.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int __real_socket(int domain, int type, int protocol);
int __real_socketpair(int domain, int type, int protocol, int pair[2]);
int __real_accept(int fd, struct sockaddr *address, socklen_t *length);
int __real_open(const char *path, int flags, ...);
FILE *__real_fopen(const char *path, const char *mode);
typedef void (*csip_handler)(int);
csip_handler __real_signal(int number, csip_handler handler);

int __wrap_socket(int domain, int type, int protocol) {
  if (!csip_is_inside) return __real_socket(domain, type, protocol);
  const int fd = __real_socket(domain, type | SOCK_CLOEXEC, protocol);
  if (fd >= 0) csip_forget_unconnected(fd), csip_sockets_forget(fd);
  return fd;
}

int __wrap_socketpair(int domain, int type, int protocol, int pair[2]) {
  return __real_socketpair(domain, csip_is_inside ? type | SOCK_CLOEXEC : type, protocol, pair);
}

int __wrap_accept(int fd, struct sockaddr *address, socklen_t *length) {
  if (!csip_is_inside) return __real_accept(fd, address, length);
  const int accepted = accept4(fd, address, length, SOCK_CLOEXEC);
  if (accepted < 0 || csip_stream_accepted(accepted) == 0) return accepted;
  /* A connection that is not tracked must not stay open. */
  close(accepted);
  errno = ENOMEM;
  return -1;
}

int __wrap_open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? (mode_t)va_arg(rest, int) : 0;
  va_end(rest);
  return __real_open(path, csip_is_inside ? flags | O_CLOEXEC : flags, mode);
}

FILE *__wrap_fopen(const char *path, const char *mode) {
  if (!csip_is_inside) return __real_fopen(path, mode);
  char with[16];
  snprintf(with, sizeof with, "%.8se", mode);
  return __real_fopen(path, with);
}

/* The library would ignore SIGPIPE for the whole process. The stack's thread blocks it instead, and gets EPIPE all the same. */
csip_handler __wrap_signal(int number, csip_handler handler) { return csip_is_inside ? SIG_DFL : __real_signal(number, handler); }
