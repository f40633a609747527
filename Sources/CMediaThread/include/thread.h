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
#endif
