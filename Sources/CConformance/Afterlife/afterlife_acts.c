/* afterlife_acts.c - copies of a process that do what processes do, after a library is gone from it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "CConformanceAfterlife.h"
#include "afterlife.h"

enum { died_there = 77, patience_s = 5 };

/* ------------------------------------------------------------------------------------------------------------ the acts */

static void print(void) {
  for (int line = 0; line < 2000; line++) {
    printf("a line of the host's own, number %d\n", line);
    fprintf(stderr, "a line of the host's own, number %d\n", line);
  }
  fflush(NULL);
}

static void read_environment(void) {
  getenv("HOOKSWITCH_NO_SUCH_VARIABLE");
  setenv("HOOKSWITCH_NEW_VARIABLE", "1", 1);
  unsetenv("HOOKSWITCH_NEW_VARIABLE");
}

static void format(void) {
  char text[200];
  time_t now = time(NULL);
  struct tm parts;
  localtime_r(&now, &parts);
  strftime(text, sizeof text, "%c %Z", &parts);
  snprintf(text, sizeof text, "%'d %f %s", 1234567, 1.5, strerror(EINVAL));
  (void)!strcoll(text, "a");
  setlocale(LC_ALL, NULL);
  psignal(SIGUSR1, "a signal");
}

static void fork_once(void) {
  pid_t child = fork();
  int status = 0;
  if (child == 0) _exit(0);
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) raise(WTERMSIG(status));
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0) _exit(WEXITSTATUS(status));
}

/* The signals that have a handler of the library's, before the copy has handlers of its own. */
static char is_new[afterlife_signals + 1];

static void receive_signals(void) {
  for (int signal = 1; signal <= afterlife_signals; signal++) {
    sigset_t one;
    if (!is_new[signal]) continue;
    sigemptyset(&one);
    sigaddset(&one, signal);
    raise(signal);
    pthread_sigmask(SIG_UNBLOCK, &one, NULL);
  }
}

/* Gives the thread a value for each key that the library has left, so that its end runs their destructors. */
static void *use_keys(void *page) {
  for (pthread_key_t key = 0; key < afterlife_keys; key++)
    if (hookswitch_afterlife_is_new_key(key)) pthread_setspecific(key, page);
  return NULL;
}

static void end_thread(void) {
  pthread_t thread;
  void *page = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pthread_create(&thread, NULL, use_keys, page) == 0) pthread_join(thread, NULL);
}

static void open_library(void) {
  void *library = dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL);
  if (library != NULL) dlclose(library);
}

static const struct {
  const char *words;
  void (*body)(void); /* NULL for the ways to exit */
} acts[HOOKSWITCH_AFTERLIFE_ACTS] = {
  [HOOKSWITCH_AFTERLIFE_PRINTS] = {"prints", print},
  [HOOKSWITCH_AFTERLIFE_READS_ENVIRONMENT] = {"reads its environment", read_environment},
  [HOOKSWITCH_AFTERLIFE_FORMATS] = {"formats the time and numbers", format},
  [HOOKSWITCH_AFTERLIFE_FORKS] = {"forks", fork_once},
  [HOOKSWITCH_AFTERLIFE_RECEIVES_SIGNALS] = {"receives the signals that have a new handler", receive_signals},
  [HOOKSWITCH_AFTERLIFE_ENDS_A_THREAD] = {"starts and ends a thread", end_thread},
  [HOOKSWITCH_AFTERLIFE_OPENS_A_LIBRARY] = {"opens and closes a library", open_library},
  [HOOKSWITCH_AFTERLIFE_EXITS] = {"exits", NULL},
  [HOOKSWITCH_AFTERLIFE_EXITS_QUICKLY] = {"exits by quick_exit", NULL},
};

const char *hookswitch_afterlife_words(enum hookswitch_afterlife_act act) { return acts[act].words; }

/* ---------------------------------------------------------------------------------------------------------- the copies */

static uintptr_t code_of(const ucontext_t *context) {
#if defined(__x86_64__)
  return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (uintptr_t)context->uc_mcontext.pc;
#else
  (void)context;
  return 0;
#endif
}

static void on_fault(int number, siginfo_t *info, void *context) {
  if (hookswitch_afterlife_is_gone(code_of(context)) || hookswitch_afterlife_is_gone((uintptr_t)info->si_addr)) _exit(died_there);
  signal(number, SIG_DFL);
  raise(number);
}

static void watch_faults(void) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGILL};
  size_t size = 64 << 10;
  void *room = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack_t stack = {.ss_sp = room, .ss_size = size};
  sigaltstack(&stack, NULL);
  for (size_t index = 0; index < sizeof faults / sizeof *faults; index++) {
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    /* A handler that the library has left for it is judged by its address. */
    if (!is_new[faults[index]]) sigaction(faults[index], &action, NULL);
  }
}

static void silence(void) {
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, 1);
  dup2(nowhere, 2);
}

static _Noreturn void act_in_copy(enum hookswitch_afterlife_act act) {
  for (int number = 1; number <= afterlife_signals; number++) is_new[number] = (char)hookswitch_afterlife_is_new_handler(number);
  signal(SIGALRM, SIG_DFL);
  alarm(patience_s); /* a handler that hangs is as bad as one that crashes */
  silence();
  watch_faults();
  if (act == HOOKSWITCH_AFTERLIFE_EXITS) exit(0);
  if (act == HOOKSWITCH_AFTERLIFE_EXITS_QUICKLY) quick_exit(0);
  acts[act].body();
  _exit(0);
}

/* A copy without the handlers of pthread_atfork: those belong to an act of their own. */
static pid_t copy_process(void) {
  pid_t (*bare)(void) = (pid_t (*)(void))dlsym(RTLD_DEFAULT, "_Fork");
  return bare != NULL ? bare() : (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
}

int hookswitch_afterlife_try(enum hookswitch_afterlife_act act, int *signal) {
  /* While SIGCHLD is ignored, the kernel discards the status of a child. */
  struct sigaction usual = {.sa_handler = SIG_DFL}, before;
  int status = 0;
  pid_t child, ended;
  *signal = 0;
  sigaction(SIGCHLD, &usual, &before);
  child = copy_process();
  if (child == 0) {
    sigaction(SIGCHLD, &before, NULL);
    act_in_copy(act);
  }
  do ended = child < 0 ? -1 : waitpid(child, &status, 0);
  while (ended < 0 && child > 0 && errno == EINTR);
  const int error = errno;
  sigaction(SIGCHLD, &before, NULL);
  errno = error;
  if (child < 0 || ended != child) return -1;
  if (WIFSIGNALED(status)) {
    *signal = WTERMSIG(status);
    return 2;
  }
  if (WEXITSTATUS(status) != died_there) return 0;
  *signal = SIGSEGV;
  return 1;
}
