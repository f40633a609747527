#ifndef HOOKSWITCH_MEDIA_THREAD_H
#define HOOKSWITCH_MEDIA_THREAD_H
#include <pthread.h>
#include <stdint.h>

/* Returns 1 on a thread that runs this process's audio, while it does, else 0. [any thread] */
uint32_t hookswitch_is_media_thread(void);

/* Marks or unmarks the calling thread as the audio thread; returns the previous mark. */
uint32_t hookswitch_mark_media_thread(uint32_t is_media);

/* Returns CLOCK_MONOTONIC in nanoseconds. */
uint64_t hookswitch_monotonic_ns(void);

/* Sleeps until CLOCK_MONOTONIC reaches `deadline_ns`, also across signals. Waits. */
void hookswitch_sleep_until(uint64_t deadline_ns);

/* Runs `body(context)` on a new thread that receives none of the process's signals: they are the program's, which must not find its handlers run
 * on a thread of this library. Returns 0 or an errno. [any thread] */
int32_t hookswitch_start_thread(pthread_t *thread, void *(*body)(void *context), void *context);

typedef struct hookswitch_media_thread {
  pthread_t thread;
  int32_t kernel_id; /* the id for the scheduler and rtkit */
} hookswitch_media_thread;

/* Runs `body(context)` on a new thread named "media" that receives none of the process's signals. Returns 0 or an errno. Waits until the
 * thread runs. [control] */
int32_t hookswitch_media_start(
    hookswitch_media_thread *started, void (*body)(void *context), void *context);

/* Waits until `body` has returned. [control] */
void hookswitch_media_join(const hookswitch_media_thread *started);

/* Abandons a thread that never returns: gives it the lowest priority and detaches it, so it must not be joined. [control] */
void hookswitch_media_give_up(const hookswitch_media_thread *started);

/* Gives the thread real-time scheduling; threads that it starts get normal scheduling. Returns 0 or an errno. [any thread] */
int32_t hookswitch_media_round_robin(const hookswitch_media_thread *started, int32_t priority);

/* Limits the time that a real-time thread may run without sleeping, after which the kernel stops the process; rtkit demands this limit
 * before it grants real time. An existing lower limit stays. Returns 0 or an errno. */
int32_t hookswitch_limit_real_time(uint64_t microseconds);
#endif
