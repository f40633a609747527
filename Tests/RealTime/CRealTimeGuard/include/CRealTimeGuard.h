#ifndef HOOKSWITCH_CREALTIMEGUARD_H
#define HOOKSWITCH_CREALTIMEGUARD_H
/* Detects forbidden actions of a real-time thread. Linked into a program, it interposes libc's malloc, free, locks and writes for the
 * program, the Swift runtime and every loaded plugin; and it can install a filter on a thread that stops all system calls but sleep.
 * Actions of watched threads are counted and continue; other threads are unaffected. */
#include <stdint.h>

#define RT_ALLOCATION 0
#define RT_FREE 1
#define RT_LOCK 2
#define RT_WRITE 3
#define RT_SYSTEM_CALL 4
#define RT_KINDS 5

/* Watches the calling thread from the first call on. `context` is unused. It has the signature of a media clock, so that a scene can run
 * it on the audio thread. */
void rt_guard_watch(void *context, uint64_t time);

/* Returns the number of forbidden actions of watched threads. [any thread] */
uint64_t rt_guard_count(uint32_t kind);

/* Returns the number of watched threads. [any thread] */
uint64_t rt_guard_watched(void);

/* Returns the number of the first stopped system call, or -1. [any thread] */
int64_t rt_guard_first_system_call(void);

/* Writes the backtrace of the first action to `fd`, one frame a line. [any thread] */
void rt_guard_print_first(int fd);

/* Faults for the audit's self-test: each performs one action of its kind. They have the signature of a media clock too. */
void rt_plant_allocation(void *context, uint64_t time);
void rt_plant_free(void *context, uint64_t time);
void rt_plant_lock(void *context, uint64_t time);
void rt_plant_write(void *context, uint64_t time);
void rt_plant_system_call(void *context, uint64_t time);

#endif
