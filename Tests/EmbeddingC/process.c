/* The library leaves the process alone: threads that block signals, no handler, no descriptor or thread left, a child after fork, time. */
#include "check.h"
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/** The number of entries of a folder. */
static int entries(const char *path) {
  DIR *folder = opendir(path);
  int count = 0;
  while (folder && readdir(folder)) count++;
  if (folder) closedir(folder);
  return count;
}

/** True when every thread but this one blocks SIGTERM, SIGINT, SIGALRM and SIGUSR1. */
static int threads_block_signals(void) {
  DIR *folder = opendir("/proc/self/task");
  struct dirent *entry;
  int all = 1;
  while ((entry = readdir(folder))) {
    char path[300], line[256];
    FILE *status;
    unsigned long long blocked = 0, wanted = (1ull << (SIGTERM - 1)) | (1ull << (SIGINT - 1)) | (1ull << (SIGALRM - 1)) | (1ull << (SIGUSR1 - 1));
    if (entry->d_name[0] == '.' || atoi(entry->d_name) == getpid()) continue;
    snprintf(path, sizeof path, "/proc/self/task/%s/status", entry->d_name);
    status = fopen(path, "r");
    if (!status) continue;
    while (fgets(line, sizeof line, status)) sscanf(line, "SigBlk: %llx", &blocked);
    fclose(status);
    if ((blocked & wanted) != wanted) {
      fprintf(stderr, "thread %s blocks %llx\n", entry->d_name, blocked);
      all = 0;
    }
  }
  closedir(folder);
  return all;
}

static void life(int signals_too) {
  hk_host *host;
  hk_call call;
  hk_request request;
  CHECK(hk_host_new(NULL, &host) == HK_OK);
  CHECK(hk_add_provider(host, "own", NULL) == HK_OK);
  request = hk_dial(host, "own", "tel:5550100", NULL, &call);
  CHECK(outcome(host, request) == HK_OK);
  if (signals_too) CHECK(threads_block_signals());
  CHECK(fcntl(hk_host_fd(host), F_GETFD) & FD_CLOEXEC);
  CHECK(hk_host_shutdown(host, 0) == HK_OK);
  for (;;) {
    const hk_event *event = hk_wait(host, 5000);
    CHECK(event != NULL);
    if (!event || event->type == HK_EVENT_CLOSED) break;
    if (event->type == HK_EVENT_PERFORM) CHECK(hk_fulfill(host, event->action->id) == HK_OK);
  }
  hk_host_free(host);
}

static void footprint(void) {
  int files, threads, round, signal_number;
  struct sigaction before[32], after;
  for (signal_number = 1; signal_number < 32; signal_number++) sigaction(signal_number, NULL, &before[signal_number]);
  life(1);
  files = entries("/proc/self/fd");
  threads = entries("/proc/self/task");
  for (round = 0; round < 20; round++) life(0);
  CHECK(entries("/proc/self/fd") <= files);
  CHECK(entries("/proc/self/task") <= threads + 3);
  for (signal_number = 1; signal_number < 32; signal_number++) {
    sigaction(signal_number, NULL, &after);
    CHECK(after.sa_handler == before[signal_number].sa_handler);
  }
}

/** A Swift plugin brings a runtime of its own, whose signal handlers and alternative stack must not reach the program. */
static void plugin(void) {
  hk_host *host;
  hk_call call;
  stack_t stack_before, stack;
  int signal_number;
  struct sigaction before[32], after;
  if (!getenv("HOOKSWITCH_TRANSPORT_PATH")) return;
  /* For the runtime of the plugin alone: that of the library has begun. */
  if (getenv("PLUGIN_BACKTRACE")) setenv("SWIFT_BACKTRACE", getenv("PLUGIN_BACKTRACE"), 1);
  for (signal_number = 1; signal_number < 32; signal_number++) sigaction(signal_number, NULL, &before[signal_number]);
  CHECK(sigaltstack(NULL, &stack_before) == 0);
  CHECK(hk_host_new(NULL, &host) == HK_OK);
  CHECK(hk_add_transport(host, "line", "org.hookswitch.loopback", NULL) == HK_OK);
  CHECK(outcome(host, hk_dial(host, "line", "tel:5550100", NULL, &call)) == HK_OK);
  CHECK(threads_block_signals());
  for (signal_number = 1; signal_number < 32; signal_number++) {
    sigaction(signal_number, NULL, &after);
    CHECK(after.sa_handler == before[signal_number].sa_handler);
  }
  CHECK(sigaltstack(NULL, &stack) == 0 && stack.ss_flags == stack_before.ss_flags && stack.ss_sp == stack_before.ss_sp);
  CHECK(hk_host_shutdown(host, 2000) == HK_OK);
  hk_host_free(host);
}

static void child(void) {
  hk_host *host;
  int status = 0;
  pid_t pid;
  CHECK(hk_host_new(NULL, &host) == HK_OK);
  pid = fork();
  if (pid == 0) _exit(hk_swap(host, NULL) == HK_E_STATE && hk_next(host) == NULL && hk_host_shutdown(host, 1) == HK_E_STATE ? 0 : 1);
  CHECK(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0);
  hk_host_free(host);
}

static hk_host *alarmed;

static void on_alarm(int number) {
  (void)number;
  hk_wake(alarmed);
}

static void *waker(void *context) {
  hk_wake(context);
  return NULL;
}

static void wake(void) {
  pthread_t thread;
  hk_host *host;
  CHECK(hk_host_new(NULL, &host) == HK_OK);
  CHECK(pthread_create(&thread, NULL, waker, host) == 0);
  CHECK(hk_wait(host, -1) == NULL);
  pthread_join(thread, NULL);
  alarmed = host;
  signal(SIGALRM, on_alarm);
  alarm(1);
  CHECK(hk_wait(host, -1) == NULL);
  signal(SIGALRM, SIG_DFL);
  hk_host_free(host);
}

static void manual_time(void) {
  hk_clock *clock;
  hk_host *host;
  hk_host_options options = HK_INIT(hk_host_options);
  hk_call call;
  hk_request request;
  const hk_event *event;
  int64_t began = 1700000000000000000, before;
  CHECK(hk_clock_new(began, &clock) == HK_OK);
  options.clock = clock;
  CHECK(hk_host_new(&options, &host) == HK_OK);
  CHECK(hk_unix_time(host, hk_now(host)) == began && hk_now(host) > 0);
  CHECK(hk_add_provider(host, "own", NULL) == HK_OK);
  request = hk_dial(host, "own", "tel:5550100", NULL, &call);
  CHECK(request > 0);
  before = hk_now(host);
  CHECK(hk_clock_advance(clock, 600000000000) == HK_OK);
  CHECK(hk_now(host) == before + 600000000000);
  /* The provider never answered: its Start timed out, and the request failed. */
  event = expect_event(host, HK_EVENT_TIMED_OUT);
  CHECK(event->action->kind == HK_ACTION_START && hk_fulfill(host, event->action->id) == HK_E_NOT_FOUND);
  event = expect_event(host, HK_EVENT_DONE);
  CHECK(event->request == request && event->status == HK_E_TIMED_OUT && event->error->n_calls == 1);
  hk_host_free(host);
  hk_clock_free(clock);
}

int main(void) {
  plugin();
  footprint();
  child();
  wake();
  manual_time();
  return checks_end("process");
}
