#ifndef HOOKSWITCH_CCONFORMANCE_CLOCKS_H
#define HOOKSWITCH_CCONFORMANCE_CLOCKS_H
/* Moves the real clocks that loaded images see, in this process alone.
 *
 * The C library reads clocks without a system call, so that only the references of the images can be redirected. Waits until a moment of a
 * moved clock last as long as they should. A direct system call sees the real clocks. */
#include <stdint.h>

/* Redirects the loaded images; call it again after more were loaded. Returns 0, or -1 if this machine's way of linking is not supported. */
int hookswitch_clocks_install(void);

/* Moves the clocks by nanoseconds: the time of day, CLOCK_MONOTONIC and CLOCK_BOOTTIME with what follows them. [any] */
void hookswitch_clocks_move(int64_t wall_ns, int64_t monotonic_ns, int64_t boot_ns);

/* Returns the number of readings of these clocks by redirected images. [any] */
uint64_t hookswitch_clocks_readings(void);
#endif
