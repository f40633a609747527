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
    {SYS_writev, "writev"},   {SYS_sched_yield, "sched_yield"}, {SYS_gettimeofday, "gettimeofday"}, {SYS_time, "time"},
    {SYS_ppoll, "ppoll"},     {SYS_epoll_wait, "epoll_wait"}, {SYS_select, "select"}, {SYS_clone, "clone"},
    {SYS_ioctl, "ioctl"},     {SYS_fcntl, "fcntl"},       {SYS_getrandom, "getrandom"}, {SYS_kill, "kill"},
};

/* Handles a system call that the kernel intercepted: notes it, and has the thread repeat it unwatched. */
static void on_call(int signal, siginfo_t *info, void *context) {
  ucontext_t *at = context;
  char text[48];
  int number = info->si_syscall;
  (void)signal;
  hookswitch_watch_selector = 0;
  at->uc_mcontext.gregs[REG_RIP] -= 2; /* back to the instruction of the system call */
  if (number == SYS_clock_gettime && hookswitch_watch_is_wall_clock((int)at->uc_mcontext.gregs[REG_RDI])) {
    hookswitch_watch_note("clock_gettime of the time of day (system call)");
    return;
  }
  if (hookswitch_watch_is_harmless(number)) return;
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
