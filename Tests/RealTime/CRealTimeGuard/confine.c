#define _GNU_SOURCE
#include "CRealTimeGuard.h"
#include "watch.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

/* Makes the trapped system call fail with ENOSYS, and continues the thread. */
static void stopped(int signal, siginfo_t *information, void *context) {
  (void)signal;
  rt_guard_note_system_call(information->si_syscall);
#if defined(__x86_64__)
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_RAX] = -ENOSYS;
#elif defined(__aarch64__)
  ((ucontext_t *)context)->uc_mcontext.regs[0] = (unsigned long long)-ENOSYS;
#else
  (void)context;
#endif
}

/* Allows sleeping, the return from the handler above, and reading the clock where that is a system call. */
void rt_guard_confine(void) {
  struct sigaction action = {.sa_sigaction = stopped, .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigaction(SIGSYS, &action, NULL);
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clock_nanosleep, 4, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_restart_syscall, 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_rt_sigreturn, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clock_gettime, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) != 0) rt_guard_note_system_call(__NR_prctl);
}
