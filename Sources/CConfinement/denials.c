#define _GNU_SOURCE
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <termios.h>

#include "CSandbox.h"
#include "bpf.h"
#include "filter.h"

#ifdef MACHINE
/* System calls that newer kernels have; the numbers are the same on every supported machine. */
enum { open_tree = 428, mount_setattr = 442, io_uring_last = 427, clone3_call = 435, terminal_command = 0x541C };

/* A list of what is refused and not of what is allowed: each new C library makes other calls. */
static const uint32_t refused[] = {
  /* into other processes */
  __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, pidfd_getfd, __NR_kcmp,
  /* parts of the kernel that are large and seldom needed */
  __NR_bpf, __NR_perf_event_open, __NR_userfaultfd, io_uring_setup, io_uring_setup + 1, io_uring_last, __NR_fanotify_init,
  /* the tree of files, and namespaces; from open_tree to fspick by number */
  __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_unshare, __NR_setns, open_tree, open_tree + 1, open_tree + 2, open_tree + 3,
  open_tree + 4, open_tree + 5, mount_setattr, __NR_open_by_handle_at,
  /* keys */
  __NR_add_key, __NR_request_key, __NR_keyctl,
  /* the machine */
  __NR_init_module, __NR_finit_module, __NR_delete_module, __NR_kexec_load, __NR_reboot, __NR_swapon, __NR_swapoff, __NR_acct,
  __NR_quotactl, __NR_sethostname, __NR_setdomainname, __NR_syslog, __NR_vhangup,
#ifdef __NR_kexec_file_load
  __NR_kexec_file_load,
#endif
#ifdef __NR_iopl
  __NR_iopl, __NR_ioperm,
#endif
  /* its clocks */
  __NR_clock_settime, __NR_settimeofday, __NR_adjtimex, __NR_clock_adjtime,
};

/* Processes of their own; a thread is made by `clone`, which is judged by its flags. */
static const uint32_t programs[] = {
  __NR_execve, __NR_execveat,
#ifdef __NR_fork
  __NR_fork, __NR_vfork,
#endif
};

/* Refuses each call of a list; the number of the call is loaded once. */
static void refuse_all(struct filter *filter, const uint32_t *calls, size_t count) {
  load(filter, offsetof(struct seccomp_data, nr));
  for (size_t index = 0; index < count; index++) {
    jump_if(filter, calls[index], 0, 1);
    answer(filter, SECCOMP_RET_ERRNO | EPERM);
  }
}

/* Refuses `clone` with any of the flags `refused`, and without one of `needed`. */
static void judge_clone(struct filter *filter, uint32_t refused_flags, uint32_t needed) {
  load(filter, offsetof(struct seccomp_data, nr));
  jump_if(filter, __NR_clone, 0, needed != 0 ? 5 : 4);
  load(filter, offsetof(struct seccomp_data, args));
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, refused_flags, needed != 0 ? 1 : 0, needed != 0 ? 0 : 1));
  if (needed != 0) add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, needed, 1, 0));
  answer(filter, SECCOMP_RET_ERRNO | EPERM);
  answer(filter, SECCOMP_RET_ALLOW);
}

/* A kernel with filters looks for this one at address 0, and fails with EFAULT. */
int hcs_has_filter(void) { return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0) != 0 && errno == EFAULT; }

int hcs_filter(unsigned left) {
  struct filter filter = {.count = 0};
  const uint32_t no = SECCOMP_RET_ERRNO | EPERM, yes = SECCOMP_RET_ALLOW;
  const uint32_t selves[] = {(uint32_t)getpid(), 0};
  const uint32_t terminal[] = {TIOCSTI, terminal_command};
  /* Linux, a query, and Linux without random addresses, which sanitizers set. */
  const uint32_t usual[] = {PER_LINUX, 0xFFFFFFFFu, ADDR_NO_RANDOMIZE};
  const uint32_t namespaces = CLONE_NEWCGROUP | CLONE_NEWIPC | CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWUSER | CLONE_NEWUTS;
  uint32_t families[4];
  uint8_t count = 0;
  if (left & HCS_NETWORK) families[count++] = AF_INET, families[count++] = AF_INET6, families[count++] = AF_NETLINK;
  if (left & HCS_LOCAL) families[count++] = AF_UNIX;

  /* Filters are judged together, and the strictest counts. */
  if ((left & HCS_SIGNALS) == 0) hookswitch_forbid_signals();
  begin(&filter);
  refuse_all(&filter, refused, sizeof refused / sizeof *refused);
  if ((left & HCS_PROGRAMS) == 0) refuse_all(&filter, programs, sizeof programs / sizeof *programs);
  /* Its flags lie in memory, where no filter reads them; the C library then uses `clone`. */
  refuse(&filter, clone3_call, ENOSYS);
  judge_clone(&filter, namespaces, left & HCS_PROGRAMS ? 0 : CLONE_THREAD);
  judge(&filter, __NR_socket, 0, families, count, yes, no);
  judge(&filter, __NR_ioctl, 1, terminal, 2, no, yes);
  judge(&filter, __NR_personality, 0, usual, 3, yes, no);
  judge(&filter, __NR_prlimit64, 0, selves, 2, yes, no);
  return install(&filter);
}
#else
int hcs_has_filter(void) { return 0; }
int hcs_filter(unsigned left) {
  (void)left;
  errno = ENOSYS;
  return -1;
}
#endif
