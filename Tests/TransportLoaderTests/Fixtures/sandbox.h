/* Attempts that a sandbox allows or refuses. A call to "try KIND ARGUMENT" makes one and logs its error number, 0 for a success. Included
 * by transport.c with -DSANDBOX. */
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>

extern char **environ;

/* Returns the error number of what a system call has returned. */
static int number(long result) { return result < 0 ? errno : 0; }

static int opened(int fd) {
  if (fd < 0) return errno;
  close(fd);
  return 0;
}

static int forked(unsigned seconds, int leaves) {
  const pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) {
    if (leaves) setsid();
    sleep(seconds);
    _exit(0);
  }
  if (seconds == 0) waitpid(child, NULL, 0);
  return 0;
}

static int spawned(void) {
  pid_t child;
  char *words[] = {"true", NULL};
  const int error = posix_spawn(&child, "/bin/true", NULL, NULL, words, environ);
  if (error == 0) waitpid(child, NULL, 0);
  return error;
}

static void *nothing(void *arg) { return arg; }

static int threaded(void) {
  pthread_t thread;
  const int error = pthread_create(&thread, NULL, nothing, NULL);
  if (error == 0) pthread_join(thread, NULL);
  return error;
}

static void *waiting_for_the_last(void *arg) {
  pthread_mutex_lock(arg);
  pthread_mutex_unlock(arg);
  return NULL;
}

/* Returns the number of threads that can be made, 500 at most. */
static int count_threads(void) {
  static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  static pthread_t threads[500];
  pthread_attr_t small;
  int count = 0;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 65536);
  pthread_mutex_lock(&gate);
  while (count < 500 && pthread_create(&threads[count], &small, waiting_for_the_last, &gate) == 0) count++;
  pthread_mutex_unlock(&gate);
  for (int index = 0; index < count; index++) pthread_join(threads[index], NULL);
  return count;
}

static int read_memory(pid_t pid) {
  char here[8];
  struct iovec mine = {here, sizeof here}, its = {(void *)&environ, sizeof here};
  return number(process_vm_readv(pid, &mine, 1, &its, 1, 0));
}

static int attempt(const char *kind, const char *argument) {
  int pair[2];
  if (!strcmp(kind, "read")) return opened(open(argument, O_RDONLY | O_CLOEXEC));
  if (!strcmp(kind, "write")) return opened(open(argument, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  if (!strcmp(kind, "temporary")) {
    char path[512];
    snprintf(path, sizeof path, "%s/made", getenv("TMPDIR") ? getenv("TMPDIR") : "");
    return opened(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  }
  if (!strcmp(kind, "socket")) {
    const int family = !strcmp(argument, "inet") ? AF_INET : !strcmp(argument, "inet6") ? AF_INET6 : !strcmp(argument, "unix") ? AF_UNIX
        : !strcmp(argument, "netlink") ? AF_NETLINK : AF_PACKET;
    return opened(socket(family, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  }
  if (!strcmp(kind, "pair")) return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0 ? errno : 0;
  if (!strcmp(kind, "fork")) return forked((unsigned)atoi(argument), 0);
  if (!strcmp(kind, "escape")) return forked((unsigned)atoi(argument), 1);
  if (!strcmp(kind, "spawn")) return spawned();
  if (!strcmp(kind, "thread")) return threaded();
  if (!strcmp(kind, "threads")) return count_threads();
  if (!strcmp(kind, "kill")) return number(kill(atoi(argument), 0));
  if (!strcmp(kind, "term")) return number(kill(atoi(argument), SIGTERM));
  if (!strcmp(kind, "trace")) return number(ptrace(PTRACE_SEIZE, atoi(argument), NULL, NULL));
  if (!strcmp(kind, "memory")) return read_memory(atoi(argument));
  if (!strcmp(kind, "descriptor")) return number(syscall(438, -1, 0, 0)); /* pidfd_getfd */
  if (!strcmp(kind, "clone3")) return number(syscall(435, NULL, 0));
  if (!strcmp(kind, "namespace")) return number(syscall(SYS_unshare, 0x10000000)); /* CLONE_NEWUSER */
  if (!strcmp(kind, "uring")) return number(syscall(425, 1, NULL));
  if (!strcmp(kind, "key")) return number(syscall(SYS_keyctl, 0, -3, 0));
  if (!strcmp(kind, "bpf")) return number(syscall(SYS_bpf, 0, NULL, 0));
  if (!strcmp(kind, "clock")) return number(syscall(SYS_clock_settime, CLOCK_REALTIME, NULL));
  if (!strcmp(kind, "persona")) return number(syscall(SYS_personality, 0x0100000));
  if (!strcmp(kind, "input")) return number(ioctl(0, TIOCSTI, "x"));
  if (!strcmp(kind, "privileges")) return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? 0 : -1;
  return -2;
}

/* Makes the attempt that a dialed handle names. */
static void attempted(state *s, const char *handle) {
  char kind[32] = "", text[64];
  int end = 0;
  if (sscanf(handle, "try %31s %n", kind, &end) != 1) return;
  const int error = attempt(kind, handle + end);
  s->log->log(s->host->ctx, HSW_LOG_ERROR, (hsw_str)S("tried"), (hsw_str){text, (size_t)snprintf(text, sizeof text, "%s %d", kind, error)});
}
