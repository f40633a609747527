#ifndef HOOKSWITCH_MEDIA_THREAD_H
#define HOOKSWITCH_MEDIA_THREAD_H
#include <pthread.h>
#include <stdint.h>

/* 1 on a thread that runs the audio of this process, while it does, else 0. [any thread] */
uint32_t hookswitch_is_media_thread(void);

/* Says of the calling thread whether it runs audio; gives what was said before. */
uint32_t hookswitch_mark_media_thread(uint32_t is_media);

/* CLOCK_MONOTONIC in nanoseconds. */
uint64_t hookswitch_monotonic_ns(void);

/* Sleeps until CLOCK_MONOTONIC reads `deadline_ns`; signals do not shorten it. Waits. */
void hookswitch_sleep_until(uint64_t deadline_ns);

typedef struct hookswitch_media_thread {
  pthread_t thread;
  int32_t kernel_id; /* what the scheduler and rtkit call it */
} hookswitch_media_thread;

/* Runs `body(context)` on a new thread, which is called "media" and takes none of the process's signals. 0, or an errno. Waits until the thread
 * is there. [control] */
int32_t hookswitch_media_start(
    hookswitch_media_thread *started, void (*body)(void *context), void *context);

/* Waits until `body` has returned. [control] */
void hookswitch_media_join(const hookswitch_media_thread *started);

/* Lets a thread that never comes back run when nobody else wants to, and forgets it: it cannot be joined any more. [control] */
void hookswitch_media_give_up(const hookswitch_media_thread *started);

/* Puts the thread among the real-time ones, above all plain ones; what it may start is plain again. 0, or an errno. [any thread] */
int32_t hookswitch_media_round_robin(const hookswitch_media_thread *started, int32_t priority);

/* Lets the kernel stop this process when a real-time thread of it runs for `microseconds` without a sleep: what rtkit asks for before it makes
 * one. A lower limit that is there stays. 0, or an errno. */
int32_t hookswitch_limit_real_time(uint64_t microseconds);
#endif
