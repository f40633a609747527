#define _GNU_SOURCE
#include "filter.h"

#include "bpf.h"

#ifdef MACHINE
/* Local sockets stay allowed: AF_UNIX, and AF_NETLINK for queries. All others could reach the network, and so could io_uring. */
void hookswitch_forbid_network(void) {
  struct filter filter = {.count = 0};
  const uint32_t families[] = {AF_UNIX, AF_NETLINK};
  begin(&filter);
  refuse(&filter, io_uring_setup, EACCES);
  judge(&filter, __NR_socket, 0, families, 2, SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO | EACCES);
  install(&filter);
}

void hookswitch_forbid_signals(void) {
  struct filter filter = {.count = 0};
  const uint32_t self = (uint32_t)getpid(), refused = SECCOMP_RET_ERRNO | EPERM;
  /* The process, its group as 0, its group by number: the caller leads its own session. */
  const uint32_t targets[] = {self, 0, 0u - self};
  const uint32_t selves[] = {self, 0};
  const uint32_t owners[] = {F_SETOWN, F_SETOWN_EX};
  const uint32_t requests[] = {fio_set_owner, sio_set_group};
  begin(&filter);
  judge(&filter, __NR_kill, 0, targets, 3, SECCOMP_RET_ALLOW, refused);
  judge(&filter, __NR_tgkill, 0, selves, 1, SECCOMP_RET_ALLOW, refused);
  judge(&filter, __NR_tkill, 0, selves, 1, SECCOMP_RET_ALLOW, refused);
  judge(&filter, __NR_rt_sigqueueinfo, 0, selves, 1, SECCOMP_RET_ALLOW, refused);
  judge(&filter, __NR_rt_tgsigqueueinfo, 0, selves, 1, SECCOMP_RET_ALLOW, refused);
  judge(&filter, __NR_prlimit64, 0, selves, 2, SECCOMP_RET_ALLOW, refused);
  judge(&filter, __NR_fcntl, 1, owners, 2, refused, SECCOMP_RET_ALLOW);
  judge(&filter, __NR_ioctl, 1, requests, 2, refused, SECCOMP_RET_ALLOW);
  refuse(&filter, __NR_ptrace, EPERM);
  refuse(&filter, __NR_process_vm_writev, EPERM);
  refuse(&filter, pidfd_send_signal, EPERM);
  refuse(&filter, pidfd_getfd, EPERM);
  install(&filter);
}
#else
void hookswitch_forbid_network(void) {}
void hookswitch_forbid_signals(void) {}
#endif
