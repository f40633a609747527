/* surroundings_values.c - the numbers of a sample: what they are called, and where they are read. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "surroundings.h"

#define PROCESS HOOKSWITCH_SURROUNDINGS_PROCESS
#define SIGNALS HOOKSWITCH_SURROUNDINGS_SIGNALS
#define THREAD HOOKSWITCH_SURROUNDINGS_THREAD

/* The values that come once, in the order in which read_single reads them. */
static const struct value_name singles[] = {
  {PROCESS, octal, "the umask", NULL},
  {PROCESS, file, "the root folder", NULL},
  {PROCESS, decimal, "the real user id", NULL},
  {PROCESS, decimal, "the effective user id", NULL},
  {PROCESS, decimal, "the saved user id", NULL},
  {PROCESS, decimal, "the real group id", NULL},
  {PROCESS, decimal, "the effective group id", NULL},
  {PROCESS, decimal, "the saved group id", NULL},
  {PROCESS, hexadecimal, "the supplementary groups (their hash)", NULL},
  {PROCESS, decimal, "the process group", NULL},
  {PROCESS, decimal, "the session", NULL},
  {PROCESS, hexadecimal, "the personality", NULL},
  {PROCESS, yes_or_no, "the process's flag dumpable", NULL},
  {PROCESS, yes_or_no, "the process's flag child-subreaper", NULL},
  {PROCESS, yes_or_no, "the process's flag no-transparent-huge-pages", NULL},
  {PROCESS, decimal, "the default stack size of new threads", NULL},
  {HOOKSWITCH_SURROUNDINGS_RESOURCES, decimal, "the number of POSIX timers", NULL},
  {THREAD, yes_or_no, "the flag keep-capabilities of the host's thread", NULL},
  {THREAD, yes_or_no, "the flag no-new-privileges of the host's thread", NULL},
  {THREAD, decimal, "the seccomp mode of the host's thread", NULL},
  {THREAD, hexadecimal, "the securebits of the host's thread", NULL},
  {THREAD, decimal, "the nice value of the host's thread", NULL},
  {THREAD, decimal, "the scheduling policy of the host's thread", NULL},
  {THREAD, decimal, "the scheduling priority of the host's thread", NULL},
  {THREAD, hexadecimal, "the CPU affinity of the host's thread (its hash)", NULL},
  {THREAD, decimal, "the input/output priority of the host's thread", NULL},
  {THREAD, decimal, "the timer slack of the host's thread", NULL},
  {THREAD, decimal, "the cancel state of the host's thread", NULL},
  {THREAD, decimal, "the cancel type of the host's thread", NULL},
  {THREAD, address, "the locale of the host's thread (uselocale)", NULL},
  {THREAD, hexadecimal, "the floating-point control of the host's thread (MXCSR or FPCR)", NULL},
  {THREAD, hexadecimal, "the x87 control word of the host's thread", NULL},
  {SIGNALS, decimal, "the parent-death signal", NULL},
  {SIGNALS, hexadecimal, "the signal mask of the host's thread", NULL},
  {SIGNALS, address, "the alternate signal stack of the host's thread", NULL},
  {SIGNALS, yes_or_no, "the timer ITIMER_REAL (alarm)", NULL},
  {SIGNALS, yes_or_no, "the timer ITIMER_VIRTUAL", NULL},
  {SIGNALS, yes_or_no, "the timer ITIMER_PROF", NULL},
};
enum { single_count = sizeof singles / sizeof *singles };

static const char *const limit_names[limit_count] = {
  "RLIMIT_CPU",   "RLIMIT_FSIZE",   "RLIMIT_DATA", "RLIMIT_STACK", "RLIMIT_CORE",       "RLIMIT_RSS",      "RLIMIT_NPROC", "RLIMIT_NOFILE",
  "RLIMIT_MEMLOCK", "RLIMIT_AS", "RLIMIT_LOCKS", "RLIMIT_SIGPENDING", "RLIMIT_MSGQUEUE", "RLIMIT_NICE", "RLIMIT_RTPRIO", "RLIMIT_RTTIME",
};

/* The values of each limit, signal and standard stream. */
static const struct value_name of_limits[] = {{PROCESS, limit, "the soft limit %s", NULL}, {PROCESS, limit, "the hard limit %s", NULL}};
static const struct value_name of_signals[] = {{SIGNALS, action, "the action of SIG%s", NULL}, {SIGNALS, hexadecimal, "the flags of SIG%s", NULL}};
static const struct value_name of_streams[] = {
  {PROCESS, file, "the file of the standard %s", NULL},
  {PROCESS, hexadecimal, "the status flags of the standard %s", NULL},
  {PROCESS, hexadecimal, "the descriptor flags of the standard %s", NULL},
  {PROCESS, hexadecimal, "the buffering of the standard %s", NULL},
};
enum {
  limit_values = sizeof of_limits / sizeof *of_limits,
  signal_values = sizeof of_signals / sizeof *of_signals,
  stream_values = sizeof of_streams / sizeof *of_streams,
  limits_start = single_count,
  signals_start = limits_start + limit_count * limit_values,
  streams_start = signals_start + signal_count * signal_values,
  value_count = streams_start + stream_count * stream_values,
};
_Static_assert((int)value_count <= (int)HOOKSWITCH_SURROUNDINGS_VALUES, "a sample has room for all values");

void hookswitch_surroundings_name(uint32_t index, struct value_name *to) {
  static const char *const streams[stream_count] = {"input", "output", "error"};
  static _Thread_local char number[12];
  if (index < limits_start) {
    *to = singles[index];
  } else if (index < signals_start) {
    *to = of_limits[(index - limits_start) % limit_values];
    to->part = limit_names[(index - limits_start) / limit_values];
  } else if (index < streams_start) {
    int signal = (int)((index - signals_start) / signal_values) + 1;
    const char *name = sigabbrev_np(signal);
    snprintf(number, sizeof number, "%d", signal);
    *to = of_signals[(index - signals_start) % signal_values];
    to->part = name != NULL ? name : number;
  } else {
    index = index < value_count ? index - streams_start : 0;
    *to = of_streams[index % stream_values];
    to->part = streams[index / stream_values];
  }
}

/* -------------------------------------------------------------------------------------------------------------- reading */

static int64_t hash_of(const void *bytes, size_t count) {
  const unsigned char *at = bytes;
  uint64_t hash = 14695981039346656037u;
  for (size_t index = 0; index < count; index++) hash = (hash ^ at[index]) * 1099511628211u;
  return (int64_t)(hash >> 1);
}

static int64_t identity(const struct stat *of) { return (int64_t)(((uint64_t)of->st_dev << 40) ^ (uint64_t)of->st_ino); }

static int64_t present_umask(void) {
  mode_t mask = umask(077);
  umask(mask);
  return mask;
}

/* Returns the hash of a set of groups; -1 where there are too many. */
static int64_t groups_hash(void) {
  gid_t groups[256];
  int count = getgroups(sizeof groups / sizeof *groups, groups);
  return count < 0 ? -1 : hash_of(groups, (size_t)count * sizeof *groups);
}

static int64_t affinity_hash(void) {
  unsigned long set[1024 / (8 * sizeof(unsigned long))];
  long count = syscall(SYS_sched_getaffinity, 0, sizeof set, set);
  return count < 0 ? -1 : hash_of(set, (size_t)count);
}

/* Returns the number of the process's POSIX timers; 0 where the kernel does not tell. */
static int64_t timer_count(void) {
  char text[8192];
  int64_t count = 0;
  int file = open("/proc/self/timers", O_RDONLY | O_CLOEXEC);
  ssize_t length = 0;
  if (file < 0) return 0;
  while ((length = read(file, text, sizeof text - 1)) > 0) {
    text[length] = '\0';
    for (const char *at = text; (at = strstr(at, "ID: ")) != NULL; at++) count += at == text || at[-1] == '\n';
  }
  close(file);
  return count;
}

static int64_t default_stack(void) {
  pthread_attr_t attributes;
  size_t size = 0;
  if (pthread_getattr_default_np(&attributes) != 0) return -1;
  pthread_attr_getstacksize(&attributes, &size);
  pthread_attr_destroy(&attributes);
  return (int64_t)size;
}

static int64_t cancel_state(void) {
  int state;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
  pthread_setcancelstate(state, NULL);
  return state;
}

static int64_t cancel_type(void) {
  int type;
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
  pthread_setcanceltype(type, NULL);
  return type;
}

/* The control bits alone: the status bits change with every inexact sum. */
static int64_t float_control(void) {
#if defined(__x86_64__)
  uint32_t control;
  __asm__ volatile("stmxcsr %0" : "=m"(control));
  return control & 0xffc0;
#elif defined(__aarch64__)
  uint64_t control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  return (int64_t)control;
#elif defined(__riscv_flen)
  uint64_t control;
  __asm__ volatile("frrm %0" : "=r"(control));
  return (int64_t)control;
#else
  return 0;
#endif
}

static int64_t x87_control(void) {
#if defined(__x86_64__)
  uint16_t control;
  __asm__ volatile("fnstcw %0" : "=m"(control));
  return control;
#else
  return 0;
#endif
}

static int64_t present_mask(void) {
  sigset_t mask;
  int64_t bits = 0;
  pthread_sigmask(SIG_SETMASK, NULL, &mask);
  memcpy(&bits, &mask, sizeof bits);
  return bits;
}

static int64_t alternate_stack(void) {
  stack_t stack;
  if (sigaltstack(NULL, &stack) != 0 || (stack.ss_flags & SS_DISABLE) != 0) return 0;
  return (int64_t)(uintptr_t)stack.ss_sp;
}

/* A running timer counts, not the time that it still has. */
static int64_t is_armed(int timer) {
  struct itimerval value;
  return getitimer(timer, &value) == 0 && (value.it_value.tv_sec != 0 || value.it_value.tv_usec != 0);
}

static int64_t parent_signal(void) {
  int number = 0;
  prctl(PR_GET_PDEATHSIG, &number);
  return number;
}

static int64_t subreaper(void) {
  int is_on = 0;
  prctl(PR_GET_CHILD_SUBREAPER, &is_on);
  return is_on;
}

static int64_t root_folder(void) {
  struct stat found;
  return stat("/", &found) == 0 ? identity(&found) : -1;
}

static int64_t *read_ids(int64_t *to) {
  uid_t users[3] = {0};
  gid_t groups[3] = {0};
  getresuid(&users[0], &users[1], &users[2]);
  getresgid(&groups[0], &groups[1], &groups[2]);
  for (int index = 0; index < 3; index++) *to++ = users[index];
  for (int index = 0; index < 3; index++) *to++ = groups[index];
  *to++ = groups_hash();
  *to++ = getpgrp();
  *to++ = getsid(0);
  return to;
}

static int64_t *read_thread(int64_t *to) {
  struct sched_param priority = {0};
  *to++ = prctl(PR_GET_KEEPCAPS);
  *to++ = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0);
  *to++ = prctl(PR_GET_SECCOMP);
  *to++ = prctl(PR_GET_SECUREBITS);
  errno = 0;
  *to++ = getpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid));
  *to++ = sched_getscheduler(0);
  sched_getparam(0, &priority);
  *to++ = priority.sched_priority;
  *to++ = affinity_hash();
  *to++ = syscall(SYS_ioprio_get, 1, 0);
  *to++ = prctl(PR_GET_TIMERSLACK);
  *to++ = cancel_state();
  *to++ = cancel_type();
  *to++ = (int64_t)(uintptr_t)uselocale((locale_t)0);
  *to++ = float_control();
  *to++ = x87_control();
  return to;
}

static int64_t *read_single(int64_t *to) {
  *to++ = present_umask();
  *to++ = root_folder();
  to = read_ids(to);
  *to++ = personality(0xffffffff);
  *to++ = prctl(PR_GET_DUMPABLE);
  *to++ = subreaper();
  *to++ = prctl(PR_GET_THP_DISABLE, 0, 0, 0, 0);
  *to++ = default_stack();
  *to++ = timer_count();
  to = read_thread(to);
  *to++ = parent_signal();
  *to++ = present_mask();
  *to++ = alternate_stack();
  *to++ = is_armed(ITIMER_REAL);
  *to++ = is_armed(ITIMER_VIRTUAL);
  *to++ = is_armed(ITIMER_PROF);
  return to;
}

static int64_t *read_limits(int64_t *to) {
  for (int resource = 0; resource < limit_count; resource++) {
    struct rlimit value = {0};
    getrlimit((__rlimit_resource_t)resource, &value);
    *to++ = value.rlim_cur == RLIM_INFINITY ? -1 : (int64_t)value.rlim_cur;
    *to++ = value.rlim_max == RLIM_INFINITY ? -1 : (int64_t)value.rlim_max;
  }
  return to;
}

static int64_t *read_signals(int64_t *to) {
  for (int signal = 1; signal <= signal_count; signal++) {
    struct sigaction found = {0};
    uint64_t mask = 0;
    int is_known = sigaction(signal, NULL, &found) == 0;
    memcpy(&mask, &found.sa_mask, sizeof mask);
    *to++ = is_known ? (int64_t)((found.sa_flags & SA_SIGINFO) != 0 ? (uintptr_t)found.sa_sigaction : (uintptr_t)found.sa_handler) : 0;
    *to++ = is_known ? (int64_t)((unsigned)found.sa_flags ^ (mask << 32 ^ mask)) : 0;
  }
  return to;
}

/* The bits of a stream's mode that a program sets: unbuffered, by lines, and with a buffer of the caller's own. */
static int64_t buffering(FILE *stream) {
#if defined(__GLIBC__)
  enum { user_buffer = 1, unbuffered = 2, by_lines = 0x200 };
  return stream == NULL ? -1 : stream->_flags & (user_buffer | unbuffered | by_lines);
#else
  return stream == NULL ? -1 : 0;
#endif
}

static int64_t *read_streams(int64_t *to) {
  FILE *const streams[stream_count] = {stdin, stdout, stderr};
  for (int descriptor = 0; descriptor < stream_count; descriptor++) {
    struct stat found;
    *to++ = fstat(descriptor, &found) == 0 ? identity(&found) : -1;
    *to++ = fcntl(descriptor, F_GETFL);
    *to++ = fcntl(descriptor, F_GETFD);
    *to++ = buffering(streams[descriptor]);
  }
  return to;
}

uint32_t hookswitch_surroundings_read(int64_t *values) {
  int64_t *end = read_streams(read_signals(read_limits(read_single(values))));
  return (uint32_t)(end - values);
}
