#ifndef HOOKSWITCH_CLINUX_H
#define HOOKSWITCH_CLINUX_H
/* Linux interfaces that the Glibc module does not import. */
#include <spawn.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>
#include <sys/xattr.h>

/* epoll_event is packed and contains a union, which Swift cannot write in place. */
static inline int hookswitch_epoll_ctl(int epoll, int operation, int fd, uint32_t events, uint64_t data) {
  struct epoll_event event = {.events = events};
  event.data.u64 = data;
  return epoll_ctl(epoll, operation, fd, &event);
}
static inline uint64_t hookswitch_epoll_data(const struct epoll_event *event) { return event->data.u64; }

static const uint32_t hookswitch_epoll_in = EPOLLIN;
static const uint32_t hookswitch_epoll_out = EPOLLOUT;
static const uint32_t hookswitch_epoll_error = EPOLLERR | EPOLLHUP;
static const int hookswitch_epoll_cloexec = EPOLL_CLOEXEC;
static const int hookswitch_eventfd_flags = EFD_CLOEXEC | EFD_NONBLOCK;
static const int hookswitch_inotify_flags = IN_CLOEXEC | IN_NONBLOCK;
static const int hookswitch_timerfd_cloexec = TFD_CLOEXEC;
static const int hookswitch_timerfd_flags = TFD_CLOEXEC | TFD_NONBLOCK;
static const int hookswitch_timerfd_absolute = TFD_TIMER_ABSTIME;
/* A read of the timer fails with ECANCELED when a program sets the clock. */
static const int hookswitch_timerfd_cancel_on_set = TFD_TIMER_CANCEL_ON_SET;
static const int hookswitch_o_path = 010000000; /* O_PATH, which <fcntl.h> shows only to GNU sources */

/* dladdr, which <dlfcn.h> declares only for GNU sources: finds the file that contains an address. */
struct hookswitch_place { const char *file; void *base; const char *symbol; void *symbol_address; };
int hookswitch_find_place(const void *address, struct hookswitch_place *place) __asm__("dladdr");

/* posix_spawn_file_actions_addclosefrom_np, which <spawn.h> declares only for GNU sources: closes the child's descriptors >= `first`. */
int hookswitch_close_from(posix_spawn_file_actions_t *files, int first) __asm__("posix_spawn_file_actions_addclosefrom_np");

/* memfd_create, which <sys/mman.h> declares only for GNU sources: makes an anonymous file; MFD_CLOEXEC is 1, MFD_ALLOW_SEALING 2. */
int hookswitch_make_memory(const char *name, unsigned flags) __asm__("memfd_create");

/* Local sockets. <sys/socket.h> is left to the Glibc module, so its functions have names of their own here. */
/* accept4, which is declared only for GNU sources. */
int hookswitch_accept4(int socket, void *address, void *length, int flags) __asm__("accept4");
static const int hookswitch_sock_cloexec = 02000000; /* SOCK_CLOEXEC */
static const int hookswitch_accept_flags = 02000000 | 04000; /* SOCK_CLOEXEC | SOCK_NONBLOCK */
int hookswitch_getsockopt(int socket, int level, int option, void *value, uint32_t *length) __asm__("getsockopt");

/* struct ucred, which is declared only for GNU sources: the peer of a local socket when it connected (SO_PEERCRED). 0 on success. */
struct hookswitch_peer { int32_t pid; uint32_t uid, gid; };
static inline int hookswitch_get_peer(int socket, struct hookswitch_peer *peer) {
  uint32_t length = sizeof *peer;
  return hookswitch_getsockopt(socket, 1, 17, peer, &length);
}

/* The peer's pidfd (SO_PEERPIDFD, Linux 6.5), which cannot be reused as a pid can; -1 where the kernel lacks it. */
static inline int hookswitch_get_peer_pidfd(int socket) {
  int descriptor = -1;
  uint32_t length = sizeof descriptor;
  return hookswitch_getsockopt(socket, 1, 77, &descriptor, &length) == 0 ? descriptor : -1;
}

/* pidfd_open (Linux 5.3), which glibc has only since 2.36. */
long hookswitch_system_call(long number, ...) __asm__("syscall");
static inline int hookswitch_open_pidfd(int pid) { return (int)hookswitch_system_call(434, pid, 0); }

static const short hookswitch_spawn_setsid = 0x80; /* POSIX_SPAWN_SETSID, which <spawn.h> shows only to GNU sources */

/* Names the calling thread; the kernel keeps 15 bytes. */
static inline void hookswitch_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
#endif
