/* namespaces.c - makes and furnishes the namespaces of a guard. Between fork and exec only async-signal-safe functions may run. */
#define _GNU_SOURCE
#include "namespaces.h"

#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CConformanceGuard.h"
#include "files.h"

/* Missing from some C libraries; the number is the same on every supported machine. */
enum { mount_setattr_call = 442, read_only = 1, deepest = 24 };

struct attributes {
  uint64_t set, clear, propagation, user;
};

static int write_file(pid_t process, const char *name, const char *text) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)process, name);
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t written = write(file, text, strlen(text));
  close(file);
  return written < 0 ? -1 : 0;
}

/* Maps the users of the child's namespace to the same numbers outside: root keeps all of them, others have their own alone. */
static int map_users(pid_t child) {
  char map[64];
  if (geteuid() == 0) {
    const char *all = "0 0 4294967295\n";
    if (write_file(child, "uid_map", all) == 0 && write_file(child, "gid_map", all) == 0) return 0;
  }
  write_file(child, "setgroups", "deny");
  snprintf(map, sizeof map, "%u %u 1\n", geteuid(), geteuid());
  if (write_file(child, "uid_map", map) != 0) return -1;
  snprintf(map, sizeof map, "%u %u 1\n", getegid(), getegid());
  return write_file(child, "gid_map", map);
}

static unsigned long flags_of(uint32_t namespaces) {
  unsigned long flags = SIGCHLD;
  if (namespaces & HOOKSWITCH_NAMESPACE_USER) flags |= CLONE_NEWUSER;
  if (namespaces & HOOKSWITCH_NAMESPACE_PROCESSES) flags |= CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC;
  if (namespaces & HOOKSWITCH_NAMESPACE_NETWORK) flags |= CLONE_NEWNET;
  return flags;
}

/* Waits in the child until its users are mapped. */
static void await(const int ends[2]) {
  char byte = 0;
  ssize_t count;
  close(ends[1]);
  do count = read(ends[0], &byte, 1);
  while (count < 0 && errno == EINTR);
  close(ends[0]);
  if (count != 1) _exit(1);
}

pid_t hookswitch_namespaces_fork(uint32_t namespaces) {
  int ends[2], error = 0;
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  pid_t child = (pid_t)syscall(SYS_clone, flags_of(namespaces), 0, 0, 0, 0);
  if (child == 0) {
    await(ends);
    return 0;
  }
  close(ends[0]);
  if (child < 0) error = errno;
  else if ((namespaces & HOOKSWITCH_NAMESPACE_USER) != 0 && map_users(child) != 0) error = errno;
  if (error == 0 && write(ends[1], "", 1) != 1) error = errno;
  close(ends[1]); /* a child without maps ends now */
  if (error == 0) return child;
  if (child > 0)
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
  errno = error;
  return -1;
}

static int protect(const char *path) {
  struct attributes attributes = {.set = read_only};
  return (int)syscall(mount_setattr_call, AT_FDCWD, path, 0, &attributes, sizeof attributes);
}

/* Has nobody in the namespace change a file, not even by another one of that name. */
static void keep(const char *path) {
  if (path != NULL && mount(path, path, NULL, MS_BIND, NULL) == 0) protect(path);
}

static void raise_loopback(void) {
  struct ifreq request = {.ifr_name = "lo"};
  int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (any < 0) return;
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  ioctl(any, SIOCSIFFLAGS, &request);
  close(any);
}

/* Puts a copy of the open file at `path`. Its file system lies at /proc meanwhile, the one folder that is there everywhere: a temporary
 * folder may forbid code. */
static int show(int file, const char *path) {
  off_t from = 0;
  int copied = -1;
  if (mount("tmpfs", "/proc", "tmpfs", MS_NODEV, "mode=0755") != 0) return -1;
  int copy = open("/proc/file", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0555);
  while (copy >= 0 && (copied = (int)sendfile(copy, file, &from, 1 << 30)) > 0) {}
  if (copy >= 0) close(copy);
  if (copied == 0) copied = mount("/proc/file", path, NULL, MS_BIND, NULL);
  int error = errno;
  if (copied == 0) protect(path);
  umount2("/proc", MNT_DETACH);
  errno = error;
  return copied;
}

int hookswitch_namespaces_own_processes(void) {
  return mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
}

int hookswitch_namespaces_furnish(const struct hookswitch_guard_order *order, int plugin_file) {
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return -1;
  if ((order->namespaces & HOOKSWITCH_OWN_TEMPORARY) != 0 && hookswitch_own_temporary(order->temporary) != 0) return -1;
  if (order->plugin_fd >= 0 && show(plugin_file, order->plugin) != 0) return -1;
  if (hookswitch_namespaces_own_processes() != 0) return -1;
  /* A system without this folder, or one that refuses it, shares no memory by name. */
  (void)mount("tmpfs", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777,size=256m");
  if (order->namespaces & HOOKSWITCH_NAMESPACE_NETWORK) raise_loopback();
  keep(order->program);
  keep(order->command);
  return 0;
}

/* Returns 1 if the first process of new namespaces can furnish them. */
static int may_furnish(uint32_t namespaces) {
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return 0;
  if ((namespaces & HOOKSWITCH_OWN_TEMPORARY) != 0 && !hookswitch_may_own_temporary()) return 0;
  return hookswitch_namespaces_own_processes() == 0;
}

/* Returns 1 if a process gets these namespaces, and can furnish them. */
static int is_allowed(uint32_t namespaces) {
  int status = 1;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = hookswitch_namespaces_fork(namespaces);
  if (child == 0) _exit(may_furnish(namespaces) ? 0 : 1);
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return child > 0 && status == 0;
}

uint32_t hookswitch_namespaces_found(void) {
  const uint32_t own = HOOKSWITCH_NAMESPACE_PROCESSES | HOOKSWITCH_NAMESPACE_NETWORK;
  const uint32_t wishes[] = {own | HOOKSWITCH_NAMESPACE_USER, own, HOOKSWITCH_NAMESPACE_PROCESSES | HOOKSWITCH_NAMESPACE_USER};
  for (size_t index = 0; index < sizeof wishes / sizeof *wishes; index++)
    if (is_allowed(wishes[index])) return wishes[index] | (is_allowed(wishes[index] | HOOKSWITCH_OWN_TEMPORARY) ? HOOKSWITCH_OWN_TEMPORARY : 0);
  return 0;
}

/* A record of getdents64, called directly because opendir allocates. */
struct entry {
  uint64_t inode;
  int64_t offset;
  unsigned short length;
  unsigned char type;
  char name[];
};

static void empty(int folder, int depth) {
  char buffer[4096] __attribute__((aligned(8)));
  long count;
  while (depth < deepest && (count = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0) {
    for (long at = 0; at < count;) {
      const struct entry *entry = (const struct entry *)(const void *)(buffer + at);
      at += entry->length;
      if (!strcmp(entry->name, ".") || !strcmp(entry->name, "..") || unlinkat(folder, entry->name, 0) == 0) continue;
      int inner = openat(folder, entry->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (inner < 0) continue;
      empty(inner, depth + 1);
      close(inner);
      unlinkat(folder, entry->name, AT_REMOVEDIR);
    }
  }
}

void hookswitch_remove_folder(const char *path) {
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return;
  empty(folder, 0);
  close(folder);
  rmdir(path);
}
