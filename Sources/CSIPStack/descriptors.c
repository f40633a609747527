/* Descriptors that no child of this process inherits.
 *
 * sofia-sip opens its sockets without FD_CLOEXEC, so that a program which the host starts would keep its ports taken; setting the flag afterwards
 * leaves a gap between, and connections that are accepted later are told to nobody. So the library's own calls are led to functions that set the flag
 * in the same breath, and SIGPIPE stays the host's: its jump slots, and nobody else's, since an image of its own may be loaded with local scope only. */
#include "stack.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

/* Where the network is away the resolver's sockets cannot be connected, and the library tries again without end or pause. So that is put off to
 * the first datagram, which fails alone, and is tried anew with the next one. A stack's thread has all of its resolver's sockets. */
#define RESOLVERS 8
static __thread struct {
  int fd;
  socklen_t bytes;
  struct sockaddr_storage address;
} unconnected[RESOLVERS];
static __thread size_t n_unconnected;

static void forget_unconnected(int fd) {
  for (size_t i = 0; i < n_unconnected; i++)
    if (unconnected[i].fd == fd) unconnected[i--] = unconnected[--n_unconnected];
}

static int later_connect(int fd, const struct sockaddr *address, socklen_t bytes) {
  int type = 0;
  socklen_t room = sizeof type;
  forget_unconnected(fd);
  if (connect(fd, address, bytes) == 0) return 0;
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

static ssize_t later_send(int fd, const void *bytes, size_t count, int flags) {
  for (size_t i = 0; i < n_unconnected; i++) {
    if (unconnected[i].fd != fd) continue;
    if (connect(fd, (const struct sockaddr *)&unconnected[i].address, unconnected[i].bytes)) return -1;
    forget_unconnected(fd);
    break;
  }
  return send(fd, bytes, count, flags);
}

static int closed_socket(int domain, int type, int protocol) {
  const int fd = socket(domain, type | SOCK_CLOEXEC, protocol);
  if (fd >= 0) forget_unconnected(fd);
  return fd;
}
static int closed_pair(int domain, int type, int protocol, int pair[2]) { return socketpair(domain, type | SOCK_CLOEXEC, protocol, pair); }
static int closed_accept(int fd, struct sockaddr *address, socklen_t *length) { return accept4(fd, address, length, SOCK_CLOEXEC); }
static int closed_epoll(int size) { return (void)size, epoll_create1(EPOLL_CLOEXEC); }
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

/* What it would ignore for the whole process is blocked on the stack's thread, which gets EPIPE all the same. */
static void (*no_signal(int number, void (*handler)(int)))(int) { return (void)number, (void)handler, SIG_DFL; }

static const struct {
  const char *name;
  void *instead;
} calls[] = {
    {"socket", (void *)closed_socket}, {"socketpair", (void *)closed_pair}, {"accept", (void *)closed_accept},
    {"epoll_create", (void *)closed_epoll}, {"open", (void *)closed_open}, {"fopen", (void *)closed_file},
    {"signal", (void *)no_signal}, {"connect", (void *)later_connect}, {"send", (void *)later_send},
};

static void lead(void **slot, const char *name) {
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    if (strcmp(name, calls[i].name) != 0) continue;
    /* The page is read-only where the library was linked with full RELRO. */
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), start = (uintptr_t)slot & ~(page - 1);
    if (mprotect((void *)start, page, PROT_READ | PROT_WRITE) == 0) *slot = calls[i].instead;
  }
}

static void lead_slots(uintptr_t base, const ElfW(Rela) *slots, size_t bytes, const ElfW(Sym) *symbols, const char *names) {
  for (size_t i = 0; slots && i < bytes / sizeof *slots; i++) {
    const size_t symbol = sizeof(void *) == 8 ? ELF64_R_SYM(slots[i].r_info) : ELF32_R_SYM(slots[i].r_info);
    if (symbol) lead((void **)(base + slots[i].r_offset), names + symbols[symbol].st_name);
  }
}

static int visit(struct dl_phdr_info *image, size_t size, void *argument) {
  (void)size, (void)argument;
  if (!strstr(image->dlpi_name, "libsofia-sip-ua.so")) return 0;
  const ElfW(Dyn) *entry = NULL;
  for (int i = 0; i < image->dlpi_phnum; i++)
    if (image->dlpi_phdr[i].p_type == PT_DYNAMIC) entry = (const ElfW(Dyn) *)(image->dlpi_addr + image->dlpi_phdr[i].p_vaddr);
  const ElfW(Sym) *symbols = NULL;
  const ElfW(Rela) *plt = NULL, *rela = NULL;
  const char *names = NULL;
  size_t plt_bytes = 0, rela_bytes = 0;
  for (; entry && entry->d_tag != DT_NULL; entry++) {
    switch (entry->d_tag) {
      case DT_SYMTAB: symbols = (const ElfW(Sym) *)entry->d_un.d_ptr; break;
      case DT_STRTAB: names = (const char *)entry->d_un.d_ptr; break;
      case DT_JMPREL: plt = (const ElfW(Rela) *)entry->d_un.d_ptr; break;
      case DT_PLTRELSZ: plt_bytes = entry->d_un.d_val; break;
      case DT_RELA: rela = (const ElfW(Rela) *)entry->d_un.d_ptr; break;
      case DT_RELASZ: rela_bytes = entry->d_un.d_val; break;
      default: break;
    }
  }
  if (symbols && names) {
    lead_slots(image->dlpi_addr, plt, plt_bytes, symbols, names);
    lead_slots(image->dlpi_addr, rela, rela_bytes, symbols, names);
  }
  return 1;
}

void csip_keep_descriptors(void) { dl_iterate_phdr(visit, NULL); }
