/* trace.c - the judge's view of the system calls of the executor's main thread, by ptrace: nothing in the executor can end or change it. */
#define _GNU_SOURCE
#include "apart.h"

#include "CConformanceSystemCalls.h"

#if defined(__x86_64__)
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../call_effects.h"

/* From linux/ptrace.h, which does not go together with the C library's header. */
enum { next_call = 24, detach = 17, seize = 0x4206, interrupt = 0x4207, listen = 0x4208, get_call_info = 0x420e };
enum { tell_calls_apart = 1, event_stop = 128, call_entry = 1, call_stop = SIGTRAP | 0x80 };
struct call_info {
  uint8_t op, pad[3];
  uint32_t arch;
  uint64_t instruction, stack;
  uint64_t number, arguments[6];
};

static pthread_t tracer;
static sem_t begun;
static int has_begun;
static _Atomic int is_over;

static long order(long request, pid_t process, uintptr_t address, uintptr_t data) {
  return syscall(SYS_ptrace, request, process, address, data);
}

static long read_there(pid_t process, const struct iovec *here, const struct iovec *there) {
  return (long)process_vm_readv(process, here, 1, there, 1, 0);
}

static void look(pid_t process) {
  struct call_info info = {0};
  if (order(get_call_info, process, sizeof info, (uintptr_t)&info) <= 0 || info.op != call_entry) return;
  hookswitch_calls_judge((int)info.number, info.arguments, process, read_there);
}

/* Returns the signal that the thread is about to get; 0 for a stop of another kind. */
static uintptr_t signal_of(int status) { return status >> 16 != 0 || WSTOPSIG(status) == call_stop ? 0 : (uintptr_t)WSTOPSIG(status); }

/* Continues a thread that has stopped with that status. Returns 0 when it has ended. */
static int go_on(pid_t process, int status) {
  if (!WIFSTOPPED(status)) return 0;
  if (WSTOPSIG(status) == call_stop) look(process);
  /* A stop of the whole process goes on, and its keeper hears of it. */
  if (status >> 16 == event_stop && WSTOPSIG(status) != SIGTRAP) order(listen, process, 0, 0);
  else order(next_call, process, 0, signal_of(status));
  return 1;
}

/* A thread of its own: the kernel takes all orders about a traced thread from the one that began. */
static void *trace(void *unused) {
  const pid_t process = hookswitch_apart_executor;
  int status;
  (void)unused;
  has_begun = order(seize, process, 0, tell_calls_apart) == 0 && order(interrupt, process, 0, 0) == 0;
  if (has_begun && waitpid(process, &status, __WALL) == process) has_begun = go_on(process, status);
  sem_post(&begun);
  while (has_begun) {
    const pid_t stopped = waitpid(process, &status, __WALL);
    if (stopped < 0 && errno == EINTR) continue;
    if (stopped < 0 || !WIFSTOPPED(status)) break;
    /* The end of the trace is followed by a call there, at which the thread stops. */
    if (atomic_load(&is_over)) {
      order(detach, process, 0, signal_of(status));
      break;
    }
    go_on(process, status);
  }
  return NULL;
}

int hookswitch_apart_trace(void) {
  sigset_t all, before;
  hookswitch_calls_forget();
  atomic_store(&is_over, 0);
  has_begun = 0;
  sem_init(&begun, 0, 0);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int error = pthread_create(&tracer, NULL, trace, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error != 0) return -1;
  while (sem_wait(&begun) != 0) {}
  if (has_begun) return 0;
  pthread_join(tracer, NULL);
  return -1;
}

void hookswitch_apart_trace_end(void) {
  atomic_store(&is_over, 1);
  hookswitch_apart_call((uintptr_t)getpid, NULL, 0);
  pthread_join(tracer, NULL);
}
#else
int hookswitch_apart_trace(void) { return -1; }
void hookswitch_apart_trace_end(void) {}
#endif
