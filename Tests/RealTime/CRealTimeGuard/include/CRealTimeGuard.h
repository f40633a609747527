#ifndef HOOKSWITCH_CREALTIMEGUARD_H
#define HOOKSWITCH_CREALTIMEGUARD_H
/* Sees what a real-time thread must not do. Linked into a program it stands before libc's malloc and free, locks, and writes, for the program, the
 * Swift runtime and every plugin that is loaded; and it can put a filter on a thread under which no system call but sleeping goes through. What is
 * done on the threads that are watched is counted, and goes on; the rest of the process is left alone. */
#include <stdint.h>

#define RT_ALLOCATION 0
#define RT_FREE 1
#define RT_LOCK 2
#define RT_WRITE 3
#define RT_SYSTEM_CALL 4
#define RT_KINDS 5

/* Watches the calling thread from now on, the first time that it is called there. `context` is not used. Has the form of a media clock, so that
 * the audio thread can be told by a scene. */
void rt_guard_watch(void *context, uint64_t time);

/* How often a watched thread did what it must not. [any thread] */
uint64_t rt_guard_count(uint32_t kind);

/* How many threads are watched. [any thread] */
uint64_t rt_guard_watched(void);

/* The number of the first system call that was stopped, or -1. [any thread] */
int64_t rt_guard_first_system_call(void);

/* Writes where the first of all was done, one frame a line, to `fd`. [any thread] */
void rt_guard_print_first(int fd);

/* What is planted to show that it is found: each does one thing of its kind. They have the form of a media clock too. */
void rt_plant_allocation(void *context, uint64_t time);
void rt_plant_free(void *context, uint64_t time);
void rt_plant_lock(void *context, uint64_t time);
void rt_plant_write(void *context, uint64_t time);
void rt_plant_system_call(void *context, uint64_t time);

#endif
