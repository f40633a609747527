/* system_calls.c - reports the system calls of one thread that have effects, and carries out all others in their place. */
#define _GNU_SOURCE
#include "CConformanceSystemCalls.h"

#if defined(__x86_64__)
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

/* From linux/prctl.h; older headers lack them. */
enum { set_dispatch = 59, dispatch_off = 0, dispatch_on = 1 };
enum { most_calls = 32, restorer_flag = 0x04000000 };

/* The kernel reads this byte at each system call of the thread: 0 lets it through. */
static _Thread_local volatile char selector __attribute__((tls_model("initial-exec")));
static struct hookswitch_system_call found[most_calls];
static volatile size_t found_count;

/* The code below lies in a section of its own, which the kernel lets through: the handler's own calls, and its return. */
extern const char __start_hookswitch_let_through[] __attribute__((visibility("hidden")));
extern const char __stop_hookswitch_let_through[] __attribute__((visibility("hidden")));

long hookswitch_calls_raw(long number, long a, long b, long c, long d, long e, long f);
void hookswitch_calls_restore(void);
__asm__(".pushsection hookswitch_let_through,\"ax\",@progbits\n"
        ".hidden hookswitch_calls_raw\n.globl hookswitch_calls_raw\n.type hookswitch_calls_raw,@function\n"
        "hookswitch_calls_raw:\n"
        "  mov %rdi, %rax\n  mov %rsi, %rdi\n  mov %rdx, %rsi\n  mov %rcx, %rdx\n  mov %r8, %r10\n  mov %r9, %r8\n  mov 8(%rsp), %r9\n"
        "  syscall\n  ret\n"
        ".hidden hookswitch_calls_restore\n.globl hookswitch_calls_restore\n.type hookswitch_calls_restore,@function\n"
        "hookswitch_calls_restore:\n  mov $15, %eax\n  syscall\n  ud2\n" /* the kernel looks at the address behind the call, which must lie inside */
        ".popsection\n");

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
static void copy_text(char *to, size_t room, long address) {
  size_t had = 0;
  while (had + 1 < room) {
    struct iovec here = {to + had, 1}, there = {(void *)(address + (long)had), 1};
    if (hookswitch_calls_raw(SYS_process_vm_readv, hookswitch_calls_raw(SYS_getpid, 0, 0, 0, 0, 0, 0), (long)&here, 1, (long)&there, 1, 0) != 1)
      break;
    if (to[had] == '\0') return;
    had++;
  }
  to[had] = '\0';
}

static void note(const char *name, enum detail detail, const greg_t *registers) {
  struct hookswitch_system_call *to = &found[found_count];
  if (found_count == most_calls) return;
  snprintf(to->name, sizeof to->name, "%s", name);
  to->detail[0] = '\0';
  switch (detail) {
  case nothing: break;
  case path: copy_text(to->detail, sizeof to->detail, registers[REG_RDI]); break;
  case path_at: copy_text(to->detail, sizeof to->detail, registers[REG_RSI]); break;
  case family: snprintf(to->detail, sizeof to->detail, "%s", family_name(registers[REG_RDI])); break;
  case number: snprintf(to->detail, sizeof to->detail, "%lld", (long long)registers[REG_RDI]); break;
  }
  found_count++;
}

static void judge(int call, const greg_t *registers) {
  long flags = call == SYS_openat ? registers[REG_RDX] : registers[REG_RSI];
  if ((call == SYS_open || call == SYS_openat) && (flags & (O_ACCMODE | O_CREAT | O_TRUNC)) != O_RDONLY)
    note("open for writing", call == SYS_open ? path : path_at, registers);
  for (size_t index = 0; index < sizeof effects / sizeof *effects; index++)
    if (effects[index].call == call) note(effects[index].name, effects[index].detail, registers);
}

/* The handler's mask ends with it, so a change of the thread's mask goes into the context. SIGSYS stays unblocked: the watch needs it. */
static long change_mask(ucontext_t *at) {
  const greg_t *registers = at->uc_mcontext.gregs;
  uint64_t mask, change = 0;
  memcpy(&mask, &at->uc_sigmask, sizeof mask);
  if (registers[REG_RDX] != 0) memcpy((void *)registers[REG_RDX], &mask, sizeof mask);
  if (registers[REG_RSI] == 0) return 0;
  memcpy(&change, (const void *)registers[REG_RSI], sizeof change);
  if (registers[REG_RDI] == SIG_BLOCK) mask |= change;
  else if (registers[REG_RDI] == SIG_UNBLOCK) mask &= ~change;
  else if (registers[REG_RDI] == SIG_SETMASK) mask = change;
  else return -EINVAL;
  mask &= ~(1ull << (SIGSYS - 1));
  memcpy(&at->uc_sigmask, &mask, sizeof mask);
  return 0;
}

/* Calls after which there are two threads, or none, cannot be made from a handler: the thread makes them itself, unwatched from then on. */
static int must_be_repeated(int call) {
  return call == SYS_clone || call == SYS_clone3 || call == SYS_fork || call == SYS_vfork || call == SYS_execve || call == SYS_exit ||
         call == SYS_exit_group || call == SYS_rt_sigreturn;
}

static void on_call(int signal, siginfo_t *info, void *context) {
  ucontext_t *at = context;
  greg_t *registers = at->uc_mcontext.gregs;
  int call = info->si_syscall;
  (void)signal;
  selector = 0;
  judge(call, registers);
  if (must_be_repeated(call)) {
    registers[REG_RIP] -= 2; /* back to the instruction of the system call */
    return;
  }
  if (call == SYS_rt_sigprocmask) registers[REG_RAX] = change_mask(at);
  else
    registers[REG_RAX] = hookswitch_calls_raw(
      call, registers[REG_RDI], registers[REG_RSI], registers[REG_RDX], registers[REG_R10], registers[REG_R8], registers[REG_R9]);
  selector = 1;
}

/* The kernel's own form of an action: the C library would put its restorer there, whose return the kernel would report. */
struct kernel_action {
  void (*handler)(int, siginfo_t *, void *);
  unsigned long flags;
  void (*restorer)(void);
  uint64_t mask;
};
static struct kernel_action earlier;

static long set_action(const struct kernel_action *action, struct kernel_action *before) {
  return hookswitch_calls_raw(SYS_rt_sigaction, SIGSYS, (long)action, (long)before, sizeof action->mask, 0, 0);
}

int hookswitch_calls_watch(void) {
  struct kernel_action action = {on_call, SA_SIGINFO | SA_NODEFER | restorer_flag, hookswitch_calls_restore, 0};
  size_t length = (size_t)(__stop_hookswitch_let_through - __start_hookswitch_let_through);
  found_count = 0;
  selector = 0;
  if (set_action(&action, &earlier) != 0) return -1;
  if (prctl(set_dispatch, dispatch_on, __start_hookswitch_let_through, length, &selector) != 0) {
    set_action(&earlier, NULL);
    return -1;
  }
  selector = 1;
  return 0;
}

void hookswitch_calls_stop(void) {
  selector = 0;
  prctl(set_dispatch, dispatch_off, 0, 0, 0);
  set_action(&earlier, NULL);
}
#else
int hookswitch_calls_watch(void) { return -1; }
void hookswitch_calls_stop(void) {}
#endif

size_t hookswitch_calls_found(struct hookswitch_system_call *list, size_t room) {
#if defined(__x86_64__)
  size_t count = found_count < room ? found_count : room;
  for (size_t index = 0; index < count; index++) list[index] = found[index];
  return count;
#else
  (void)list, (void)room;
  return 0;
#endif
}
