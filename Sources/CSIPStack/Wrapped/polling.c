/* Finds out whether input waits.
 *
 * sofia-sip does not say whether it has read everything, so this keeps the epoll descriptor that a thread waits on. It has the
 * close-on-exec flag, as descriptors.c says. */
#define _GNU_SOURCE 1

#include "wrapped.h"

#include <poll.h>
#include <sys/epoll.h>

int __real_epoll_create(int size);

/* The epoll descriptor that this thread waits on. */
static __thread int loop = -1;

int __wrap_epoll_create(int size) {
  if (!csip_is_inside) return __real_epoll_create(size);
  return loop = epoll_create1(EPOLL_CLOEXEC);
}

int csip_has_more(void) {
  struct pollfd more = {.fd = loop, .events = POLLIN};
  return loop >= 0 && poll(&more, 1, 0) > 0;
}
