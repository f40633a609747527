/* start.c - starts and ends the process of the plugin, and the keeper between it and the judge. */
#define _GNU_SOURCE
#include "apart.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../Guarding/namespaces.h"
#include "CConfinement.h"
#include "CConformanceFault.h"
#include "CConformanceGuard.h"
#include "memory.h"

pid_t hookswitch_apart_executor;
_Atomic int hookswitch_apart_is_finishing;
static int reports = -1;
static pid_t keeper;
static _Atomic int is_aside;

_Noreturn void hookswitch_apart_break(const char *what) {
  if (hookswitch_apart_side == in_executor) _exit(1);
  hookswitch_fault_blame_plugin(what);
}

int hookswitch_apart_is_judge(void) { return hookswitch_apart_executor != 0 && !is_aside; }
void hookswitch_apart_set_aside(int aside) { is_aside = aside; }
pid_t hookswitch_apart_process(void) { return hookswitch_apart_executor; }

/* Tells the judge this process's id in the judge's own numbers, which the kernel translates. */
static void introduce(int socket) {
  char byte = 1;
  while (send(socket, &byte, 1, MSG_NOSIGNAL) < 0 && errno == EINTR) {}
}

/* Returns the id of the process that introduces itself, or -1. */
static pid_t meet(int socket) {
  char byte, room[CMSG_SPACE(sizeof(struct ucred))] __attribute__((aligned(8)));
  struct iovec vector = {&byte, 1};
  struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
  struct ucred sender = {0, 0, 0};
  ssize_t count;
  do count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (count < 0 && errno == EINTR);
  struct cmsghdr *part = count == 1 ? CMSG_FIRSTHDR(&message) : NULL;
  if (part == NULL || part->cmsg_type != SCM_CREDENTIALS) return -1;
  memcpy(&sender, CMSG_DATA(part), sizeof sender);
  return sender.pid > 0 ? sender.pid : -1;
}

/* The plugin's process: it has the standard descriptors and shared memory, and does what the judge's main thread tells its own. */
static _Noreturn void execute(int socket) {
  static const int watched[] = {SIGILL, SIGTRAP, SIGFPE, SIGSEGV, SIGBUS, SIGABRT};
  hookswitch_apart_side = in_executor;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (size_t index = 0; index < sizeof watched / sizeof *watched; index++) signal(watched[index], SIG_DFL);
  hookswitch_apart_lose_pool();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  /* The keeper is the first process there. The judge, which traces the executor, has no such filter. */
  hookswitch_trap_attacks(1);
  introduce(socket);
  close_range(3, ~0u, 0);
  if (hookswitch_apart_receive() != 0) _exit(1);
  hookswitch_apart_serve(&hookswitch_apart_common->channels[0]);
  _exit(0);
}

static void sweep(struct hookswitch_apart_end *end) {
  for (int round = 0; round < 300; round++) {
    char name[sizeof end->straggler] = "";
    unsigned killed = hookswitch_kill_children(name, sizeof name);
    if (killed > end->stragglers) {
      end->stragglers = killed;
      memcpy(end->straggler, name, sizeof name);
    }
    if (round > 0) kill(-1, SIGKILL);
    pid_t pid;
    while ((pid = waitpid(-1, NULL, WNOHANG)) > 0) {}
    if (pid < 0 && errno == ECHILD) return;
    poll(NULL, 0, 5);
  }
}

static void tell(int report, const struct hookswitch_apart_end *end) {
  while (write(report, end, sizeof *end) < 0 && errno == EINTR) {}
}

/* Is the first process of the plugin's namespace: no signal from there reaches it, and nothing there outlives it. */
static _Noreturn void keep(int socket, int report) {
  struct hookswitch_apart_end end = {0, 0, ""};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 || hookswitch_namespaces_own_processes() != 0) _exit(1);
  pid_t child = fork();
  if (child == 0) execute(socket);
  if (child < 0) _exit(1);
  prctl(PR_SET_NAME, "conform-keeper");
  close(socket);
  /* Holds nothing but the way to the judge. */
  for (int file = 0; file < 3; file++) close(file);
  dup3(report, 0, O_CLOEXEC);
  close_range(1, ~0u, 0);
  for (;;) {
    pid_t ended = waitpid(-1, &end.status, WUNTRACED);
    if (ended < 0 && errno != EINTR) _exit(1);
    if (ended != child) continue;
    if (!WIFSTOPPED(end.status)) break;
    tell(0, &end);
  }
  sweep(&end);
  tell(0, &end);
  _exit(0);
}

void hookswitch_apart_follow(int status) {
  int number = WIFSTOPPED(status) ? SIGSTOP : WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (number == 0) _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
  sigset_t it;
  signal(number, SIG_DFL);
  sigemptyset(&it);
  sigaddset(&it, number);
  pthread_sigmask(SIG_UNBLOCK, &it, NULL);
  kill(getpid(), number);
}

/* Reads a report. Returns 0 when there will be none: the keeper is dead. */
static int hear(struct hookswitch_apart_end *end) {
  ssize_t count;
  do count = read(reports, end, sizeof *end);
  while (count < 0 && errno == EINTR);
  end->straggler[sizeof end->straggler - 1] = '\0';
  return count == (ssize_t)sizeof *end;
}

/* Waits for the end of the plugin's process, which no thread of the judge survives unless the judge wanted it. */
static void *watch(void *unused) {
  struct hookswitch_apart_end end;
  struct pollfd waiting = {.fd = reports, .events = POLLIN};
  (void)unused;
  for (;;) {
    while (poll(&waiting, 1, -1) < 0) {}
    if (atomic_load(&hookswitch_apart_is_finishing)) return NULL;
    if (!hear(&end)) hookswitch_apart_follow(SIGKILL);
    hookswitch_apart_follow(end.status);
  }
}

static int start_watch(void) {
  pthread_t thread;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = pthread_create(&thread, NULL, watch, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error == 0) pthread_detach(thread);
  return error == 0 ? 0 : -1;
}

int hookswitch_apart_is_possible(void) {
#if defined(__x86_64__)
  return !hookswitch_has_sanitizer();
#else
  return 0;
#endif
}

int hookswitch_apart_start(void) {
#if defined(__x86_64__)
  int sockets[2], ends[2], on = 1;
  if (!hookswitch_apart_is_possible() || hookswitch_apart_share() != 0) return -1;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0) return -1;
  setsockopt(sockets[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  keeper = hookswitch_namespaces_fork(HOOKSWITCH_NAMESPACE_USER | HOOKSWITCH_NAMESPACE_PROCESSES);
  if (keeper == 0) keep(sockets[1], ends[1]);
  close(sockets[1]);
  close(ends[1]);
  pid_t executor = keeper < 0 ? -1 : meet(sockets[0]);
  close(sockets[0]);
  reports = fcntl(ends[0], F_DUPFD_CLOEXEC, 210);
  close(ends[0]);
  if (executor < 0) {
    while (keeper > 0 && waitpid(keeper, NULL, 0) < 0 && errno == EINTR) {}
    close(reports);
    return -1;
  }
  hookswitch_apart_executor = executor;
  atomic_store(&hookswitch_apart_common->channels[0].turn, in_judge);
  hookswitch_apart_take_first();
  if (hookswitch_apart_receive() != 0 || start_watch() != 0) hookswitch_apart_follow(SIGKILL);
  /* Its answer shows that all threads of the kit are there before anyone counts threads. */
  hookswitch_apart_call((uintptr_t)getpid, NULL, 0);
  return 0;
#else
  errno = ENOSYS;
  return -1;
#endif
}

void hookswitch_apart_finish(struct hookswitch_apart_end *end) {
  uint8_t random = 0;
  if (getrandom(&random, 1, 0) != 1) random = 99;
  const uint64_t code = 1 + random % 250;
  atomic_store(&hookswitch_apart_is_finishing, 1);
  hookswitch_apart_send_off((uintptr_t)exit, code);
  if (!hear(end)) end->status = SIGKILL;
  /* Only an exit that went through all handlers has this code: a handler that exits by itself cannot know it. */
  if (WIFEXITED(end->status) && WEXITSTATUS(end->status) == (int)code) end->status = 0;
  else if (end->status == 0) end->status = HOOKSWITCH_APART_SHORT;
  while (waitpid(keeper, NULL, 0) < 0 && errno == EINTR) {}
}
