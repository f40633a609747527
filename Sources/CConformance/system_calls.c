/* system_calls.c - reports the system calls of one thread that have effects, and carries out all others in their place. */
#define _GNU_SOURCE
#include "CConformanceSystemCalls.h"

#if defined(__x86_64__)
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <ucontext.h>

#include "call_effects.h"

/* From linux/prctl.h; older headers lack them. */
enum { set_dispatch = 59, dispatch_off = 0, dispatch_on = 1 };
enum { restorer_flag = 0x04000000 };

/* The kernel reads this byte at each system call of the thread: 0 lets it through. */
static _Thread_local volatile char selector __attribute__((tls_model("initial-exec")));

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

/* Reads memory of this process, which may be invalid. */
static long read_directly(pid_t process, const struct iovec *here, const struct iovec *there) {
  return hookswitch_calls_raw(SYS_process_vm_readv, process, (long)here, 1, (long)there, 1, 0);
}

/* Judges a call of this thread, in the order in which the kernel takes its arguments. */
static void judge(int call, const greg_t *registers) {
  const uint64_t arguments[] = {(uint64_t)registers[REG_RDI], (uint64_t)registers[REG_RSI], (uint64_t)registers[REG_RDX]};
  hookswitch_calls_judge(call, arguments, (pid_t)hookswitch_calls_raw(SYS_getpid, 0, 0, 0, 0, 0, 0), read_directly);
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
  hookswitch_calls_forget();
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
