/* Keeps file descriptors from the host's child processes.
 *
 * sofia-sip opens its sockets without FD_CLOEXEC, so a program that the host starts would keep its ports in use. Setting the flag later
 * leaves a gap, and accepted connections are never reported. So the library's calls go to functions that set the flag at once. They also
 * keep the library from changing the host's SIGPIPE handler. */
#include "stack.h"
#include "jumps.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int closed_socket(int domain, int type, int protocol) {
  const int fd = socket(domain, type | SOCK_CLOEXEC, protocol);
  if (fd >= 0) csip_forget_unconnected(fd);
  return fd;
}
static int closed_pair(int domain, int type, int protocol, int pair[2]) { return socketpair(domain, type | SOCK_CLOEXEC, protocol, pair); }
static int closed_accept(int fd, struct sockaddr *address, socklen_t *length) {
  const int accepted = accept4(fd, address, length, SOCK_CLOEXEC);
  if (accepted < 0 || csip_stream_accepted(accepted) == 0) return accepted;
  /* A connection that is not tracked must not stay open. */
  close(accepted);
  errno = ENOMEM;
  return -1;
}

/* The epoll descriptor that this thread waits on. */
static __thread int loop = -1;

static int closed_epoll(int size) { return (void)size, loop = epoll_create1(EPOLL_CLOEXEC); }

int csip_has_more(void) {
  struct pollfd more = {.fd = loop, .events = POLLIN};
  return loop >= 0 && poll(&more, 1, 0) > 0;
}

static int closed_open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? (mode_t)va_arg(rest, int) : 0;
  va_end(rest);
  return open(path, flags | O_CLOEXEC, mode);
}

static FILE *closed_file(const char *path, const char *mode) {
  char with[16];
  snprintf(with, sizeof with, "%.8se", mode);
  return fopen(path, with);
}

/* The library would ignore SIGPIPE for the whole process. The stack's thread blocks it instead, and gets EPIPE all the same. */
static void (*no_signal(int number, void (*handler)(int)))(int) { return (void)number, (void)handler, SIG_DFL; }

void csip_keep_descriptors(void) {
  static const csip_jump jumps[] = {
      {"socket", (void *)closed_socket}, {"socketpair", (void *)closed_pair}, {"accept", (void *)closed_accept},
      {"epoll_create", (void *)closed_epoll}, {"open", (void *)closed_open}, {"fopen", (void *)closed_file}, {"signal", (void *)no_signal},
  };
  csip_lead(jumps, sizeof jumps / sizeof *jumps);
}
