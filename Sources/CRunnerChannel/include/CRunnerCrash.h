#ifndef HOOKSWITCH_CRUNNERCRASH_H
#define HOOKSWITCH_CRUNNERCRASH_H
/* The end of a runner: the note that a crash leaves, and the kernel's timer that outlasts a broken process. */
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/* The first byte of the line that a crash writes; a program does not print it by accident. */
#define HRC_CRASH_MARK 1

/* From now on a signal that ends this process first writes one line to `output`: HRC_CRASH_MARK, "crash", the place, then the frames that
 * were found, each as MODULE+0xOFFSET and separated by spaces. The place is the innermost one within `library`, the name of a file
 * without its folder; "-" when there is none. Then the signal takes its course. */
void hrc_note_crashes(const char *library, int output);

/* Gives the calling thread a stack of its own for that, so that an overflow of its usual stack is noted too. */
void hrc_guard_thread(void);

/* Has the kernel kill this process in so many milliseconds, unless this function is called again before; whatever it blocks or ignores.
 * Time in which the machine sleeps does not count. One thread at a time. Returns 0, or -1 with errno. */
int hrc_end_after(uint32_t milliseconds);

/* Ends the effect of hrc_die_with. Only the thread that called it. */
void hrc_outlive_parent(void);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#endif
