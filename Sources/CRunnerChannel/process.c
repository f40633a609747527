#define _GNU_SOURCE
#include "CRunnerCrash.h"
#include "CRunnerSocket.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef P_PIDFD
#define P_PIDFD 3
#endif

int hrc_open_process(pid_t child) { return (int)syscall(SYS_pidfd_open, child, 0); }

int hrc_signal_process(int process, int signal) { return (int)syscall(SYS_pidfd_send_signal, process, signal, NULL, 0); }

int hrc_await_process(int process, int reap, int *exit_code, int *signal) {
  siginfo_t found = {0};
  int result;
  do result = waitid((idtype_t)P_PIDFD, (id_t)process, &found, WEXITED | WNOHANG | (reap ? 0 : WNOWAIT));
  while (result != 0 && errno == EINTR);
  if (result != 0) return -1;
  if (found.si_signo != SIGCHLD) return 0;
  *exit_code = found.si_code == CLD_EXITED ? found.si_status : 0;
  *signal = found.si_code == CLD_EXITED ? 0 : found.si_status;
  return 1;
}

int hrc_die_with(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return -1;
  /* The parent may have ended before the call above. */
  return getppid() == parent ? 0 : -1;
}

void hrc_outlive_parent(void) { prctl(PR_SET_PDEATHSIG, 0); }

int hrc_end_after(uint32_t milliseconds) {
  static int is_made, timer; /* the kernel's own number of a timer, which the C library hides */
  if (!is_made) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL};
    if (syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer) != 0) return -1;
    is_made = 1;
  }
  const struct itimerspec time = {.it_value = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000}};
  return (int)syscall(SYS_timer_settime, timer, 0, &time, NULL);
}
