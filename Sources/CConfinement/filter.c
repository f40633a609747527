#define _GNU_SOURCE
#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define MACHINE AUDIT_ARCH_RISCV64
#endif

#ifdef MACHINE
/* Missing from some C libraries; the numbers are the same on every supported machine. */
enum { io_uring_setup = 425, pidfd_send_signal = 424, pidfd_getfd = 438 };
/* ioctl requests that set the receiver of a socket's signals. */
enum { fio_set_owner = 0x8901, sio_set_group = 0x8902 };
enum { most_rules = 120 };

struct filter {
  struct sock_filter rules[most_rules];
  unsigned short count;
};

static void add(struct filter *filter, struct sock_filter rule) { filter->rules[filter->count++] = rule; }

static void load(struct filter *filter, uint32_t offset) {
  add(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
}

static void jump_if(struct filter *filter, uint32_t value, uint8_t if_so, uint8_t else_) {
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, if_so, else_));
}

static void answer(struct filter *filter, uint32_t value) { add(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, value)); }

/* Refuse the other system call tables of this kernel: they would bypass the filter. */
static void begin(struct filter *filter) {
  load(filter, offsetof(struct seccomp_data, arch));
  jump_if(filter, MACHINE, 1, 0);
  answer(filter, SECCOMP_RET_ERRNO | EACCES);
#ifdef __x86_64__
  load(filter, offsetof(struct seccomp_data, nr));
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 0, 1));
  answer(filter, SECCOMP_RET_ERRNO | EACCES);
#endif
}

static void refuse(struct filter *filter, uint32_t call, uint32_t error) {
  load(filter, offsetof(struct seccomp_data, nr));
  jump_if(filter, call, 0, 1);
  answer(filter, SECCOMP_RET_ERRNO | error);
}

/* Decides a system call by the low half of one argument: `if_listed` when it is among `values`, else `otherwise`. */
static void judge(
    struct filter *filter, uint32_t call, int argument, const uint32_t *values, uint8_t count, uint32_t if_listed, uint32_t otherwise) {
  load(filter, offsetof(struct seccomp_data, nr));
  jump_if(filter, call, 0, (uint8_t)(count + 3));
  load(filter, (uint32_t)(offsetof(struct seccomp_data, args) + sizeof(uint64_t) * (size_t)argument));
  for (uint8_t index = 0; index < count; index++) jump_if(filter, values[index], (uint8_t)(count - index), 0);
  answer(filter, otherwise);
  answer(filter, if_listed);
}

static void install(struct filter *filter) {
  answer(filter, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {filter->count, filter->rules};
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

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
