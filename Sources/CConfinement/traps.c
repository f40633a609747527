/* traps.c - ends a process that attacks the one that watches it, so that the attack cannot pass unseen. */
#define _GNU_SOURCE
#include "CConfinement.h"

#include "bpf.h"

#ifdef MACHINE
enum { pidfd_open = 434 };

void hookswitch_trap_attacks(uint32_t guard) {
  struct filter filter = {.count = 0};
  const uint32_t targets[] = {guard, ~0u}; /* -1 is every process */
  const uint32_t calls[] = {__NR_kill, __NR_tkill, __NR_tgkill, __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo, pidfd_open,
                            __NR_process_vm_readv, __NR_process_vm_writev, __NR_prlimit64};
  if (hookswitch_has_sanitizer()) return;
  load(&filter, offsetof(struct seccomp_data, arch));
  jump_if(&filter, MACHINE, 1, 0);
  answer(&filter, SECCOMP_RET_KILL_PROCESS);
  for (size_t index = 0; index < sizeof calls / sizeof *calls; index++)
    judge(&filter, calls[index], 0, targets, 2, SECCOMP_RET_KILL_PROCESS, SECCOMP_RET_ALLOW);
  load(&filter, offsetof(struct seccomp_data, nr));
  jump_if(&filter, __NR_ptrace, 0, 1);
  answer(&filter, SECCOMP_RET_KILL_PROCESS);
  /* A process without privileges in its namespace has to give up gaining any. The others keep that flag as it is: tests compare it. */
  if (install(&filter) == 0) return;
  filter.count--;
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  install(&filter);
}
#else
void hookswitch_trap_attacks(uint32_t guard) { (void)guard; }
#endif
