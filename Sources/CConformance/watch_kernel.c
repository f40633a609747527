/* watch_kernel.c - system calls of a watched thread, as the kernel reports them. */
#define _GNU_SOURCE
#include "CConformanceWatch.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include "watch.h"

#if defined(__x86_64__)
/* From linux/prctl.h; older headers lack them. */
enum { set_dispatch = 59, dispatch_on = 1 };

/* The names of frequent system calls; others are reported by number. */
static const struct {
  int number;
  const char *name;
} names[] = {
    {SYS_write, "write"},     {SYS_read, "read"},         {SYS_futex, "futex"},   {SYS_mmap, "mmap"},
    {SYS_munmap, "munmap"},   {SYS_brk, "brk"},           {SYS_openat, "openat"}, {SYS_close, "close"},
    {SYS_sendto, "sendto"},   {SYS_sendmsg, "sendmsg"},   {SYS_poll, "poll"},     {SYS_recvfrom, "recvfrom"},
    {SYS_madvise, "madvise"}, {SYS_nanosleep, "nanosleep"}, {SYS_recvmsg, "recvmsg"}, {SYS_clock_nanosleep, "clock_nanosleep"},
    {SYS_writev, "writev"},   {SYS_sched_yield, "sched_yield"},
};

/* Returns 1 for system calls that do not wait: the time, and the identity of process and thread. */
static int is_harmless(int number) {
  return number == SYS_clock_gettime || number == SYS_gettimeofday || number == SYS_time || number == SYS_getcpu || number == SYS_gettid ||
         number == SYS_getpid;
}

/* Handles a system call that the kernel intercepted: notes it, and has the thread repeat it unwatched. */
static void on_call(int signal, siginfo_t *info, void *context) {
  ucontext_t *at = context;
  char text[48];
  int number = info->si_syscall;
  (void)signal;
  hookswitch_watch_selector = 0;
  at->uc_mcontext.gregs[REG_RIP] -= 2; /* back to the instruction of the system call */
  if (is_harmless(number)) return;
  snprintf(text, sizeof text, "system call %d", number);
  for (size_t index = 0; index < sizeof names / sizeof *names; index++)
    if (names[index].number == number) snprintf(text, sizeof text, "%s (system call)", names[index].name);
  hookswitch_watch_note(text);
}

int hookswitch_watch_ask_kernel(void) {
  struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO};
  sigset_t own;
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGSYS, &action, NULL) != 0) return -1;
  sigemptyset(&own);
  sigaddset(&own, SIGSYS);
  pthread_sigmask(SIG_UNBLOCK, &own, NULL);
  return prctl(set_dispatch, dispatch_on, 0, 0, &hookswitch_watch_selector) == 0 ? 0 : -1;
}
#else
int hookswitch_watch_ask_kernel(void) { return -1; }
#endif
