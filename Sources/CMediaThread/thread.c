#define _GNU_SOURCE
#include "CMediaThread.h"

#include <errno.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Thread_local uint32_t is_media_thread;

enum { NANOSECONDS = 1000000000, STACK_IN_USE = 128 * 1024, PAGE = 4096 };

uint32_t hookswitch_is_media_thread(void) { return is_media_thread; }

uint32_t hookswitch_mark_media_thread(uint32_t is_media) {
  const uint32_t before = is_media_thread;
  is_media_thread = is_media;
  return before;
}

uint64_t hookswitch_monotonic_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * NANOSECONDS + (uint64_t)now.tv_nsec;
}

void hookswitch_sleep_until(uint64_t deadline_ns) {
  const struct timespec deadline = {.tv_sec = (time_t)(deadline_ns / NANOSECONDS), .tv_nsec = (long)(deadline_ns % NANOSECONDS)};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, NULL) == EINTR) continue;
}

/* The new thread's arguments; they live while its starter waits. */
struct start {
  void (*body)(void *context);
  void *context;
  int32_t kernel_id;
  sem_t is_there;
};

/* Touches the stack's pages now, to avoid page faults in a tick. */
static void touch_stack(void) {
  volatile unsigned char stack[STACK_IN_USE];
  for (size_t place = 0; place < sizeof stack; place += PAGE) stack[place] = 0;
}

static void *run(void *argument) {
  struct start *start = argument;
  void (*const body)(void *) = start->body;
  void *const context = start->context;
  prctl(PR_SET_NAME, "media", 0, 0, 0);
  touch_stack();
  start->kernel_id = (int32_t)syscall(SYS_gettid);
  sem_post(&start->is_there); /* `start` is invalid from here on */
  body(context);
  return NULL;
}

/* Returns all signals but those raised by a thread's own faults: a blocked fault would end the process without a report. */
static sigset_t signals_of_others(void) {
  static const int own[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGABRT};
  sigset_t set;
  sigfillset(&set);
  for (size_t place = 0; place < sizeof own / sizeof *own; place++) sigdelset(&set, own[place]);
  return set;
}

int32_t hookswitch_start_thread(pthread_t *thread, void *(*body)(void *), void *context) {
  const sigset_t blocked = signals_of_others();
  sigset_t before;
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  const int code = pthread_create(thread, NULL, body, context);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return code;
}

int32_t hookswitch_media_start(hookswitch_media_thread *started, void (*body)(void *), void *context) {
  struct start start = {.body = body, .context = context};
  if (sem_init(&start.is_there, 0, 0) != 0) return errno;
  const int32_t code = hookswitch_start_thread(&started->thread, run, &start);
  if (code == 0) {
    while (sem_wait(&start.is_there) != 0 && errno == EINTR) continue;
    started->kernel_id = start.kernel_id;
  }
  sem_destroy(&start.is_there);
  return code;
}

void hookswitch_media_join(const hookswitch_media_thread *started) { pthread_join(started->thread, NULL); }

void hookswitch_media_give_up(const hookswitch_media_thread *started) {
  const struct sched_param none = {.sched_priority = 0};
  sched_setscheduler(started->kernel_id, SCHED_IDLE, &none);
  pthread_detach(started->thread);
}

int32_t hookswitch_media_round_robin(const hookswitch_media_thread *started, int32_t priority) {
  const struct sched_param parameters = {.sched_priority = priority};
  return sched_setscheduler(started->kernel_id, SCHED_RR | SCHED_RESET_ON_FORK, &parameters) == 0 ? 0 : errno;
}

int32_t hookswitch_limit_real_time(uint64_t microseconds) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_RTTIME, &limit) != 0) return errno;
  if (limit.rlim_max <= microseconds) return 0;
  limit.rlim_max = microseconds;
  if (limit.rlim_cur > microseconds) limit.rlim_cur = microseconds;
  return setrlimit(RLIMIT_RTTIME, &limit) == 0 ? 0 : errno;
}
