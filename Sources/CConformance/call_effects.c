/* call_effects.c - the system calls that have an effect outside the process or begin a thread, and those of them that were found. */
#define _GNU_SOURCE
#include "call_effects.h"

#include "CConformanceSystemCalls.h"

#if defined(__x86_64__)
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>

enum { most_calls = 32 };
static struct hookswitch_system_call found[most_calls];
static volatile size_t found_count;

/* The argument of a call that helps to find its place in the source. */
enum detail { nothing, path, path_at, number, family };

static const struct effect {
  int call;
  const char *name;
  enum detail detail;
} effects[] = {
  {SYS_socket, "socket", family},       {SYS_connect, "connect", number},      {SYS_bind, "bind", number},
  {SYS_sendto, "sendto", number},       {SYS_sendmsg, "sendmsg", number},      {SYS_sendmmsg, "sendmmsg", number},
  {SYS_write, "write", number},         {SYS_writev, "writev", number},        {SYS_pwrite64, "pwrite", number},
  {SYS_unlink, "unlink", path},         {SYS_unlinkat, "unlink", path_at},     {SYS_rename, "rename", path},
  {SYS_renameat, "rename", path_at},    {SYS_renameat2, "rename", path_at},    {SYS_mkdir, "mkdir", path},
  {SYS_mkdirat, "mkdir", path_at},      {SYS_rmdir, "rmdir", path},            {SYS_link, "link", path},
  {SYS_linkat, "link", path_at},        {SYS_symlink, "symlink", path},        {SYS_symlinkat, "symlink", path},
  {SYS_truncate, "truncate", path},     {SYS_chmod, "chmod", path},            {SYS_fchmodat, "chmod", path_at},
  {SYS_chown, "chown", path},           {SYS_fchownat, "chown", path_at},      {SYS_mknod, "mknod", path},
  {SYS_mknodat, "mknod", path_at},      {SYS_utimensat, "utimensat", path_at}, {SYS_creat, "creat", path},
  {SYS_chdir, "chdir", path},           {SYS_fchdir, "fchdir", number},        {SYS_umask, "umask", nothing},
  {SYS_clone, "clone", nothing},        {SYS_clone3, "clone", nothing},        {SYS_fork, "fork", nothing},
  {SYS_vfork, "vfork", nothing},        {SYS_execve, "execve", path},          {SYS_kill, "kill", number},
  {SYS_tkill, "tkill", number},         {SYS_alarm, "alarm", nothing},         {SYS_setitimer, "setitimer", nothing},
  {SYS_timer_create, "timer_create", nothing}, {SYS_setpriority, "setpriority", nothing}, {SYS_setsid, "setsid", nothing},
};

static const char *family_name(long value) {
  switch (value) {
  case AF_UNIX: return "AF_UNIX";
  case AF_INET: return "AF_INET";
  case AF_INET6: return "AF_INET6";
  case AF_NETLINK: return "AF_NETLINK";
  default: return "another family";
  }
}

/* Copies a text at an address from the plugin, which may be invalid. */
static void copy_text(char *to, size_t room, uint64_t address, pid_t process, hookswitch_calls_reader *reader) {
  size_t had = 0;
  while (had + 1 < room) {
    struct iovec here = {to + had, 1}, there = {(void *)(uintptr_t)(address + had), 1};
    if (reader(process, &here, &there) != 1) break;
    if (to[had] == '\0') return;
    had++;
  }
  to[had] = '\0';
}

static void note(const struct effect *effect, const uint64_t *arguments, pid_t process, hookswitch_calls_reader *reader) {
  struct hookswitch_system_call *to = &found[found_count];
  if (found_count == most_calls) return;
  snprintf(to->name, sizeof to->name, "%s", effect->name);
  to->detail[0] = '\0';
  switch (effect->detail) {
  case nothing: break;
  case path: copy_text(to->detail, sizeof to->detail, arguments[0], process, reader); break;
  case path_at: copy_text(to->detail, sizeof to->detail, arguments[1], process, reader); break;
  case family: snprintf(to->detail, sizeof to->detail, "%s", family_name((long)arguments[0])); break;
  case number: snprintf(to->detail, sizeof to->detail, "%lld", (long long)arguments[0]); break;
  }
  found_count++;
}

void hookswitch_calls_judge(int call, const uint64_t *arguments, pid_t process, hookswitch_calls_reader *reader) {
  uint64_t flags = call == SYS_openat ? arguments[2] : arguments[1];
  if ((call == SYS_open || call == SYS_openat) && (flags & (O_ACCMODE | O_CREAT | O_TRUNC)) != O_RDONLY)
    note(&(struct effect){call, "open for writing", call == SYS_open ? path : path_at}, arguments, process, reader);
  for (size_t index = 0; index < sizeof effects / sizeof *effects; index++)
    if (effects[index].call == call) note(&effects[index], arguments, process, reader);
}

void hookswitch_calls_forget(void) { found_count = 0; }

size_t hookswitch_calls_found(struct hookswitch_system_call *list, size_t room) {
  size_t count = found_count < room ? found_count : room;
  for (size_t index = 0; index < count; index++) list[index] = found[index];
  return count;
}
#else
void hookswitch_calls_judge(int call, const uint64_t *arguments, pid_t process, hookswitch_calls_reader *reader) {
  (void)call, (void)arguments, (void)process, (void)reader;
}
void hookswitch_calls_forget(void) {}
size_t hookswitch_calls_found(struct hookswitch_system_call *list, size_t room) {
  (void)list, (void)room;
  return 0;
}
#endif
