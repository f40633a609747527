#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "filter.h"

/* Missing from some C libraries; the number is the same on every supported machine. */
enum { close_range_call = 436 };
/* The means that keep the child from other processes. */
enum isolation { by_filter, by_namespace, by_user_namespace };

static void write_file(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t written = write(file, text, strlen(text));
  (void)written; /* without the map the child has the overflow user id, and its access to files stays the same */
  close(file);
}

/* Makes the next child the first process of a new PID namespace; without the privilege for one, in a new user namespace, if the system
 * allows that. */
static enum isolation isolate(void) {
  char map[64];
  uid_t user = geteuid();
  gid_t group = getegid();
  if (unshare(CLONE_NEWPID) == 0) return by_namespace;
  if (unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0) return by_filter;
  write_file("/proc/self/setgroups", "deny");
  snprintf(map, sizeof map, "%u %u 1", user, user);
  write_file("/proc/self/uid_map", map);
  snprintf(map, sizeof map, "%u %u 1", group, group);
  write_file("/proc/self/gid_map", map);
  return by_user_namespace;
}

/* In a user namespace the first process has every capability. */
static void drop_capabilities(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
  syscall(SYS_capset, &header, none);
}

/* A keeper must not write to the child's pipes or keep them open. */
static void let_go_of_pipes(uint32_t first_to_close) {
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int file = 0; file < 3; file++) dup2(nothing, file);
  for (uint32_t file = 3; file < first_to_close; file++) close((int)file);
  if (nothing >= (int)first_to_close) close(nothing);
}

static void become_child(uint32_t first_to_close, enum isolation isolation, int rights) {
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  /* A session of its own, so that a signal to its group does not reach other processes. */
  setsid();
  syscall(close_range_call, first_to_close, ~0u, 0u);
  if (isolation == by_user_namespace) drop_capabilities();
  if (isolation == by_filter) hookswitch_forbid_signals();
  if ((rights & HOOKSWITCH_MAY_CONNECT) == 0) hookswitch_forbid_network();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Acts as the first process of the namespace: the child cannot signal it, and when it ends the kernel ends all other processes there.
 * Returns in the child only. */
static void be_first(int report, uint32_t first_to_close, enum isolation isolation, int rights) {
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  struct pollfd keeper = {.fd = report};
  if (poll(&keeper, 1, 0) != 0 && (keeper.revents & POLLERR) != 0) _exit(1); /* the keeper died before PR_SET_PDEATHSIG took effect */
  pid_t child = fork();
  if (child == 0) {
    become_child(first_to_close, isolation, rights);
    return;
  }
  let_go_of_pipes(first_to_close);
  int status = 1 << 8;
  while (child > 0) {
    int news;
    pid_t ended = waitpid(-1, &news, 0);
    if (ended < 0 && errno != EINTR) break;
    if (ended != child) continue;
    status = news;
    break;
  }
  while (write(report, &status, sizeof status) < 0 && errno == EINTR) {}
  _exit(0);
}

/* Kills and reaps until no process is left. As subreaper, this process inherits the child's descendants and the children of those that it
 * kills. */
static void sweep(void) {
  char name[20];
  const struct timespec moment = {0, 2000000};
  for (int round = 0; round < 1000; round++) {
    hookswitch_kill_children(name, sizeof name);
    pid_t pid;
    while ((pid = waitpid(-1, NULL, WNOHANG)) > 0) {}
    if (pid < 0 && errno == ECHILD) return;
    nanosleep(&moment, NULL);
  }
}

static _Noreturn void end_like(int status) {
  if (WIFSIGNALED(status)) {
    int number = WTERMSIG(status);
    sigset_t it;
    signal(number, SIG_DFL);
    sigemptyset(&it);
    sigaddset(&it, number);
    sigprocmask(SIG_UNBLOCK, &it, NULL);
    kill(getpid(), number);
  }
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

static _Noreturn void keep(pid_t child, int report, uint32_t first_to_close, enum isolation isolation) {
  sigset_t heard;
  sigemptyset(&heard);
  sigaddset(&heard, SIGCHLD);
  sigaddset(&heard, SIGTERM);
  let_go_of_pipes(first_to_close);
  int status = 1 << 8;
  for (int has_ended = child < 0; !has_ended;) {
    int number = sigwaitinfo(&heard, NULL);
    if (number == SIGTERM) kill(child, SIGKILL);
    int news;
    pid_t ended;
    while ((ended = waitpid(-1, &news, WNOHANG)) > 0) {
      if (ended != child) continue;
      status = news;
      has_ended = 1;
    }
  }
  if (isolation == by_filter) {
    sweep();
  } else {
    /* The status that the first process reported; without a report, its own. */
    int seen;
    if (read(report, &seen, sizeof seen) == (ssize_t)sizeof seen) status = seen;
  }
  end_like(status);
}

int hookswitch_confine(int parent, uint32_t first_to_close, int rights) {
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != parent) return -1; /* the parent died before PR_SET_PDEATHSIG took effect */
  syscall(close_range_call, first_to_close, ~0u, 0u);
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);

  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) return -1;
  enum isolation isolation = (rights & HOOKSWITCH_MAY_ISOLATE) != 0 ? isolate() : by_filter;
  if (isolation == by_filter) prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  pid_t child = fork();
  if (child == 0 && isolation == by_filter) {
    become_child(first_to_close, isolation, rights);
    return 0;
  }
  if (child == 0) {
    close(report[0]);
    be_first(report[1], first_to_close, isolation, rights);
    return 0;
  }
  close(report[1]);
  keep(child, report[0], first_to_close, isolation);
}
