#define _GNU_SOURCE
#include "CConformanceGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "CConfinement.h"
#include "files.h"
#include "namespaces.h"

/* The guard's descriptors, after it has moved them out of each other's way. */
enum { first_fd = 64, result = first_fd, page, output, control, report, words, program, plugin, execution, signals, end_fd };

struct guard {
  struct hookswitch_guard_report report;
  pid_t child;
  int has_ended;
  int is_alone; /* the supervisor has gone, or wants an end */
  uint64_t deadline; /* 0: none */
  uint32_t grace;
};

int hookswitch_shared_page(void) {
  int page_fd = memfd_create("hookswitch-conform", MFD_CLOEXEC);
  if (page_fd >= 0 && ftruncate(page_fd, 4096) != 0) {
    close(page_fd);
    return -1;
  }
  return page_fd;
}

int hookswitch_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  if (fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0) return 0;
  int error = errno;
  close(ends[0]);
  close(ends[1]);
  errno = error;
  return -1;
}

int hookswitch_is_stopped(pid_t child) {
  siginfo_t news = {0};
  return waitid(P_PID, (id_t)child, &news, WSTOPPED | WNOHANG | WNOWAIT) == 0 && news.si_pid == child;
}

static uint64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Resets all signals to their default actions: the program's handlers must not run here, and do not exist after exec. */
static void reset_signals(void) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &action, NULL);
}

static const uint64_t largest_file = (uint64_t)1 << 30;

static void limit(int what, uint64_t value) {
  struct rlimit limits = {value, value};
  setrlimit(what, &limits);
}

/* Reports errno as the reason for which the program does not run, and exits. */
static _Noreturn void fail_to_run(void) {
  int error = errno;
  while (write(execution, &error, sizeof error) < 0 && errno == EINTR) {}
  _exit(127);
}

/* Prepares the child, up to exec. */
static void become_child(const struct hookswitch_guard_order *order, pid_t guard) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != guard) _exit(127);
  limit(RLIMIT_CORE, 0);
  if (order->output_fd >= 0) {
    /* A test that takes all memory, or fills files in memory, is the first to end. */
    limit(RLIMIT_FSIZE, largest_file);
    int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (score >= 0 && write(score, "1000", 4) == 4) close(score);
  }
  if (order->max_files != 0) limit(RLIMIT_NOFILE, order->max_files);
  if (order->max_memory != 0) limit(RLIMIT_AS, order->max_memory);
  if (order->output_fd >= 0) {
    setsid();
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, 0);
    dup2(output, 1);
    dup2(output, 2);
  }
  if (order->landlock != 0 && hookswitch_landlock(order->folder, order->shared, order->landlock > 1) != 0) fail_to_run();
  if (order->is_trapped) hookswitch_trap_attacks((uint32_t)guard);
  if (chdir(order->folder) == 0 && dup2(result, 3) == 3 && dup2(page, 4) == 4) {
    close_range(order->order_fd >= 0 && dup2(words, 5) == 5 ? 6 : 5, first_fd - 1, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    /* A script has no use for a descriptor that exec closes, so its path comes second. */
    if (order->program_fd >= 0) execveat(program, "", order->arguments, order->environment, AT_EMPTY_PATH);
    execve(order->program, order->arguments, order->environment);
  }
  fail_to_run();
}

/* Signals the child's process group, or the child alone if it has none of its own (a debugger at the terminal). */
static void signal_child(struct guard *guard, int number) {
  if (guard->child > 0 && kill(-guard->child, number) != 0) kill(guard->child, number);
}

static void reap(struct guard *guard) {
  int status;
  pid_t pid;
  while ((pid = waitpid(-1, &status, WNOHANG | WUNTRACED)) > 0) {
    if (WIFSTOPPED(status)) {
      if (pid == guard->child && guard->report.stopped_by == 0) guard->report.stopped_by = WSTOPSIG(status);
      if (pid == guard->child) signal_child(guard, SIGKILL);
    } else if (pid == guard->child) {
      guard->report.wait_status = status;
      guard->has_ended = 1;
    }
  }
}

static void hear(struct guard *guard) {
  struct signalfd_siginfo news;
  while (read(signals, &news, sizeof news) == (ssize_t)sizeof news) {
    /* A code of 0 or less means that a process sent the signal, not the kernel. */
    if (news.ssi_signo != SIGCHLD && news.ssi_code <= 0) guard->report.parent_signal = (int)news.ssi_signo;
  }
}

static void pass_deadline(struct guard *guard) {
  if (!guard->report.timed_out) {
    guard->report.timed_out = 1;
    guard->deadline = milliseconds() + guard->grace;
    signal_child(guard, SIGTERM);
  } else {
    guard->deadline = 0;
    signal_child(guard, SIGKILL);
  }
}

static void watch(struct guard *guard) {
  int heeded = control;
  while (!guard->has_ended) {
    struct pollfd waiting[2] = {{.fd = signals, .events = POLLIN}, {.fd = heeded, .events = POLLIN}};
    uint64_t now = milliseconds();
    int timeout = guard->deadline == 0 ? -1 : guard->deadline <= now ? 0 : (int)(guard->deadline - now);
    int ready = poll(waiting, 2, timeout);
    /* The supervisor has gone, or requests the end. */
    if (ready > 0 && waiting[1].revents != 0) {
      signal_child(guard, SIGKILL);
      guard->is_alone = 1;
      guard->deadline = 0;
      heeded = -1;
    }
    hear(guard);
    reap(guard);
    if (!guard->has_ended && guard->deadline != 0 && milliseconds() >= guard->deadline) pass_deadline(guard);
  }
}

/* Kills the processes that the child has left. As their subreaper, this process inherits all of them, however they detached, and then the
 * children of those that it kills: so it repeats until none is left. */
static void sweep(struct guard *guard, int is_first) {
  for (int round = 0; round < 500; round++) {
    char name[sizeof guard->report.straggler] = "";
    unsigned killed = hookswitch_kill_children(name, sizeof name);
    /* The first process of a namespace reaches all others at once, however fast they fork. */
    if (is_first && round > 0) kill(-1, SIGKILL);
    if (killed > guard->report.stragglers) {
      guard->report.stragglers = killed;
      memcpy(guard->report.straggler, name, sizeof name);
    }
    pid_t pid;
    while ((pid = waitpid(-1, NULL, WNOHANG)) > 0) {}
    if (pid < 0 && errno == ECHILD) return;
    struct pollfd waiting = {.fd = signals, .events = POLLIN};
    poll(&waiting, 1, 10);
    hear(guard);
  }
}

/* Moves the order's descriptors to their places, and closes all others, which belong to other tests. */
static void take_descriptors(const struct hookswitch_guard_order *order) {
  const int given[] = {order->result_fd, order->page_fd, order->output_fd, order->control_fd, order->report_fd, order->order_fd, order->program_fd,
                       order->plugin_fd};
  enum { count = sizeof given / sizeof given[0] };
  int kept[count];
  for (int index = 0; index < count; index++) kept[index] = fcntl(given[index], F_DUPFD_CLOEXEC, 2 * first_fd);
  for (int index = 0; index < count; index++) {
    if (kept[index] >= 0) dup3(kept[index], first_fd + index, O_CLOEXEC);
  }
  close_range(3, first_fd - 1, 0);
  close_range(end_fd, ~0u, 0);
}

static void start_child(struct guard *guard, const struct hookswitch_guard_order *order) {
  int ends[2];
  pid_t self = getpid();
  if (pipe2(ends, O_CLOEXEC) != 0) {
    guard->report.exec_error = errno;
    return;
  }
  dup3(ends[1], execution, O_CLOEXEC);
  close(ends[1]);
  guard->child = _Fork();
  if (guard->child == 0) become_child(order, self);
  if (guard->child < 0) guard->report.exec_error = errno;
  close(execution);
  close(result);
  close(output);
  close(words);
  close(program);
  close(plugin);
  /* Ends when the child runs the program; carries errno if it cannot. */
  int error = 0;
  while (read(ends[0], &error, sizeof error) < 0 && errno == EINTR) {}
  if (error != 0) guard->report.exec_error = error;
  close(ends[0]);
}

static void stand_guard(const struct hookswitch_guard_order *order) {
  struct guard guard = {.report = {.magic = HOOKSWITCH_GUARD_MAGIC}, .grace = order->grace_ms};
  reset_signals();
  prctl(PR_SET_NAME, "conform-guard", 0, 0, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  take_descriptors(order);
  if (order->output_fd >= 0) setsid();
  sigset_t all;
  sigfillset(&all);
  int heard = signalfd(-1, &all, SFD_CLOEXEC | SFD_NONBLOCK);
  dup3(heard, signals, O_CLOEXEC);
  close(heard);
  if (order->namespaces != 0 && hookswitch_namespaces_furnish(order, plugin) != 0) guard.report.exec_error = errno;
  else start_child(&guard, order);
  if (guard.child > 0) {
    if (order->budget_ms != 0) guard.deadline = milliseconds() + order->budget_ms;
    watch(&guard);
    sweep(&guard, order->namespaces != 0);
    if (guard.is_alone) hookswitch_remove_folder(order->folder);
  }
  while (write(report, &guard.report, sizeof guard.report) < 0 && errno == EINTR) {}
  _exit(0);
}

pid_t hookswitch_guard_start(const struct hookswitch_guard_order *order) {
  /* Signals are blocked before the guard exists, so that it runs no handler of this program and loses no signal. */
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t guard = order->namespaces != 0 ? hookswitch_namespaces_fork(order->namespaces) : _Fork();
  if (guard == 0) stand_guard(order);
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return guard;
}
