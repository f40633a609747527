#ifndef HOOKSWITCH_REAL_TIME_WATCH_H
#define HOOKSWITCH_REAL_TIME_WATCH_H
#include <stdint.h>

/* Counts an action when the calling thread is watched. */
void rt_guard_note(uint32_t kind);

/* Keeps the number of the first system call, and counts it. */
void rt_guard_note_system_call(int64_t number);

/* Installs the filter on the calling thread. */
void rt_guard_confine(void);

#endif
