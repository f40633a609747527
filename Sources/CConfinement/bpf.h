#ifndef HOOKSWITCH_CCONFINEMENT_BPF_H
#define HOOKSWITCH_CCONFINEMENT_BPF_H
/* The parts of a filter for system calls. */
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
enum { most_rules = 400 };

struct filter {
  struct sock_filter rules[most_rules];
  unsigned short count;
};

static inline void add(struct filter *filter, struct sock_filter rule) { filter->rules[filter->count++] = rule; }

static inline void load(struct filter *filter, uint32_t offset) {
  add(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
}

static inline void jump_if(struct filter *filter, uint32_t value, uint8_t if_so, uint8_t else_) {
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, if_so, else_));
}

static inline void answer(struct filter *filter, uint32_t value) { add(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, value)); }

/* Refuse the other system call tables of this kernel: they would bypass the filter. */
static inline void begin(struct filter *filter) {
  load(filter, offsetof(struct seccomp_data, arch));
  jump_if(filter, MACHINE, 1, 0);
  answer(filter, SECCOMP_RET_ERRNO | EACCES);
#ifdef __x86_64__
  load(filter, offsetof(struct seccomp_data, nr));
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 0, 1));
  answer(filter, SECCOMP_RET_ERRNO | EACCES);
#endif
}

static inline void refuse(struct filter *filter, uint32_t call, uint32_t error) {
  load(filter, offsetof(struct seccomp_data, nr));
  jump_if(filter, call, 0, 1);
  answer(filter, SECCOMP_RET_ERRNO | error);
}

/* Decides a system call by the low half of one argument: `if_listed` when it is among `values`, else `otherwise`. */
static inline void judge(
    struct filter *filter, uint32_t call, int argument, const uint32_t *values, uint8_t count, uint32_t if_listed, uint32_t otherwise) {
  load(filter, offsetof(struct seccomp_data, nr));
  jump_if(filter, call, 0, (uint8_t)(count + 3));
  load(filter, (uint32_t)(offsetof(struct seccomp_data, args) + sizeof(uint64_t) * (size_t)argument));
  for (uint8_t index = 0; index < count; index++) jump_if(filter, values[index], (uint8_t)(count - index), 0);
  answer(filter, otherwise);
  answer(filter, if_listed);
}

/* Allows what is left, and puts the filter into effect. Returns 0, or -1 with errno. */
static inline int install(struct filter *filter) {
  answer(filter, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {filter->count, filter->rules};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}
#endif
#endif
