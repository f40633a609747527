#define _GNU_SOURCE
#include "CRunnerSocket.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
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
