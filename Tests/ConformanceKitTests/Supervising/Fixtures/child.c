/* Plays the child of a conformance run, well or badly, as the id of its test says. It is not the kit's own child, so that the supervisor is
 * tested alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CConformanceFault.h"

static const char *nonce, *folder, *program, *share = "0/1";

static void record(const char *used, const char *ending, const char *sentence) {
  dprintf(3,
          "{\"nonce\":\"%s\",\"ending\":\"%s\",\"sentence\":\"%s\",\"warnings\":[],\"transcript\":[\"one\",\"two\"],"
          "\"before\":{\"descriptors\":4,\"threads\":1},\"after\":{\"descriptors\":5,\"threads\":2}}\n",
          used, ending, sentence);
}

static void pass(void) { record(nonce, "passed", ""); }

/* Notes a plugin function in the first slot of the last-call page, as the harness does before it calls one. */
static void note(const char *function, unsigned char thread, unsigned long call) {
  char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 4, 0);
  unsigned long one = 1;
  page[88] = (char)thread;
  page[89] = (char)strlen(function);
  memcpy(page + 90, function, strlen(function));
  memcpy(page + 80, &call, sizeof call);
  memcpy(page + 72, &one, sizeof one);
  memcpy(page + 64, &one, sizeof one);
}

/* Watches for faults, as the kit's child does at its start. */
static void watch_faults(void) {
  char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 4, 0);
  hookswitch_fault_watch((struct hookswitch_fault *)(void *)(page + 8));
}

static int *volatile nowhere = (int *)8;

__attribute__((noinline)) static void trap(void) { __builtin_trap(); }

__attribute__((noinline)) static void touch_nowhere(void) { *nowhere = 1; }

/* Calls a function of library.so, which stands for the plugin. */
static void call_library(const char *name, void (*argument)(void)) {
  char path[4096];
  snprintf(path, sizeof path, "%.*s/library.so", (int)(strrchr(program, '/') - program), program);
  void *library = dlopen(path, RTLD_NOW);
  void (*function)(void (*)(void)) = (void (*)(void (*)(void)))dlsym(library, name);
  function(argument);
}

static void fault(const char *part) {
  watch_faults();
  note("calls.answer", 0, 3);
  if (!strcmp(part, "traps")) trap();
  if (!strcmp(part, "touches-nowhere")) touch_nowhere();
  if (!strcmp(part, "traps-in-a-host-function")) call_library("call_back", trap);
  if (!strcmp(part, "touches-nowhere-in-a-host-function")) call_library("call_back", touch_nowhere);
  if (!strcmp(part, "traps-in-the-plugin")) call_library("trap", NULL);
  if (!strcmp(part, "touches-nowhere-in-the-plugin")) call_library("touch_nowhere", NULL);
  if (!strcmp(part, "damages-the-heap")) call_library("damage_heap", NULL);
  if (!strcmp(part, "jumps-nowhere")) ((void (*)(void))nowhere)();
  if (!strcmp(part, "is-sent")) raise(SIGILL);
  if (!strcmp(part, "reads-what-the-plugin-named")) {
    hookswitch_fault_begin_reading();
    touch_nowhere();
  }
  if (!strcmp(part, "has-to-blame")) hookswitch_fault_blame_plugin("the plugin did it");
}

static void *exit_soon(void *unused) {
  (void)unused;
  _exit(0);
}

/* Leaves a process that escapes session and group, as daemons do. */
static void leave_daemon(void) {
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      prlimit(0, RLIMIT_NOFILE, NULL, NULL);
      for (;;) pause();
    }
    _exit(0);
  }
  wait(NULL);
}

static void play(const char *part) {
  if (!strcmp(part, "passes")) pass();
  if (!strcmp(part, "fails")) record(nonce, "failed", "it did not");
  if (!strncmp(part, "fault-", 6)) fault(part + 6);
  if (!strcmp(part, "fails-in-the-second-share")) {
    if (strncmp(share, "1/", 2) != 0) for (;;) pause();
    record(nonce, "failed", "share 1 did not");
  }
  if (!strcmp(part, "skips")) record(nonce, "skipped", "it has none");
  if (!strcmp(part, "is-unable")) record(nonce, "unable", "no peer");
  if (!strcmp(part, "exits-with-3")) _exit(3);
  if (!strcmp(part, "loses-its-way")) {
    fprintf(stderr, "who am I?\n");
    _exit(70);
  }
  if (!strcmp(part, "exits-in-a-thread")) {
    pthread_t thread;
    pthread_create(&thread, NULL, exit_soon, NULL);
    pthread_join(thread, NULL);
  }
  if (!strcmp(part, "aborts")) abort();
  if (!strcmp(part, "crashes-in-a-call")) {
    note("calls.answer", 0, 3);
    raise(SIGSEGV);
  }
  if (!strcmp(part, "passes-and-crashes")) {
    pass();
    raise(SIGSEGV);
  }
  if (!strcmp(part, "stops-itself")) raise(SIGSTOP);
  if (!strcmp(part, "spins")) for (;;) {}
  if (!strcmp(part, "spins-deaf-to-TERM")) {
    signal(SIGTERM, SIG_IGN);
    for (;;) {}
  }
  if (!strcmp(part, "writes-a-result-to-1")) {
    dup2(1, 3);
    pass();
  }
  if (!strcmp(part, "forges-the-nonce")) record("0", "passed", "");
  if (!strcmp(part, "passes-twice")) {
    pass();
    pass();
  }
  if (!strcmp(part, "writes-after-its-result")) {
    pass();
    dprintf(3, "more\n");
  }
  if (!strcmp(part, "closes-all")) {
    for (int fd = 3; fd < 1024; fd++) close(fd);
    _exit(71);
  }
  if (!strcmp(part, "kills-its-parent")) {
    pass();
    kill(getppid(), SIGKILL);
    for (;;) pause();
  }
  if (!strcmp(part, "kills-its-parent-and-leaves-a-daemon")) {
    leave_daemon();
    kill(getppid(), SIGKILL);
    for (;;) pause();
  }
  if (!strcmp(part, "stops-its-parent")) {
    kill(getppid(), SIGSTOP);
    pass();
  }
  if (!strcmp(part, "asks-its-parent-to-end")) {
    pass();
    kill(getppid(), SIGTERM);
  }
  if (!strcmp(part, "leaves-a-daemon")) {
    leave_daemon();
    pass();
  }
  if (!strcmp(part, "leaves-children")) {
    for (int child = 0; child < 3; child++)
      if (fork() == 0) for (;;) pause();
    pass();
  }
  if (!strcmp(part, "talks")) {
    for (int line = 0; line < 20000; line++) printf("line %d of very many\n", line);
    fprintf(stderr, "the end\n");
    record(nonce, "failed", "it talked");
  }
  if (!strcmp(part, "looks-around")) {
    struct rlimit core;
    getrlimit(RLIMIT_CORE, &core);
    char cwd[4096];
    int is_alone = getsid(0) == getpid() && core.rlim_cur == 0 && strstr(getenv("HOME"), "hookswitch-conform-") != NULL &&
                   strcmp(getenv("SWIFT_BACKTRACE"), "enable=no") == 0 && getcwd(cwd, sizeof cwd) != NULL &&
                   strncmp(folder, cwd, strlen(cwd)) == 0 && fcntl(5, F_GETFD) < 0;
    record(nonce, is_alone ? "passed" : "failed", "it is not as promised");
  }
}

/* Reads the order from memory: the length of its words in 8 digits, each word with a NUL, and the nonce. */
static const char *take_order(void) {
  static char length[9], order[65536];
  const char *test = "";
  if (read(5, length, 8) != 8 || read(5, order, sizeof order - 1) <= 0) return test;
  close(5);
  nonce = order + atoi(length);
  for (char *word = order; word < nonce; word += strlen(word) + 1) {
    const char *next = word + strlen(word) + 1;
    if (!strcmp(word, "--test")) test = next;
    if (!strcmp(word, "--folder")) folder = next;
    if (!strcmp(word, "--share")) share = next;
  }
  return test;
}

int main(int count, char **words) {
  (void)count;
  program = words[0];
  const char *test = take_order();
  const char *dot = strchr(test, '.');
  if (dot != NULL) play(dot + 1);
  return 0;
}
