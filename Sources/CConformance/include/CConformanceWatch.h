#ifndef HOOKSWITCH_CCONFORMANCE_WATCH_H
#define HOOKSWITCH_CCONFORMANCE_WATCH_H
/* Watches a [media] thread, while it is inside the plugin, for functions that it may not call.
 *
 * The watch needs no interposition and no preloading. In the one process that asks for it, it redirects the loaded images' references to
 * some 430 functions of the C library, which allocate, lock, wait, do input or output, or ask for the time of day, to stubs that check a
 * thread-local flag and then do the work. It also sees system calls, where the kernel reports them (Linux 5.11 and later on x86-64). It
 * leaves the program that holds the kit alone. It does not see an allocator or a lock of the plugin's own that makes no system call. */
#include <stddef.h>
#include <stdint.h>

/* The first such function that a watched thread called. */
struct hookswitch_watch_finding {
  char function[64]; /* "malloc", "write (system call)" */
  char place[200]; /* the calling function and file, as far as they are known */
};

/* Redirects the loaded images to the watch; call it again after more were loaded. `plugin` is any address inside the plugin, for the place
 * of a finding. Returns 0, or -1 if this machine's way of linking is not supported. */
int hookswitch_watch_install(const void *plugin);

/* Has the kernel report the calling thread's system calls too. Returns 0, or -1 if it cannot. */
int hookswitch_watch_kernel(void);

/* Runs the plugin's `tick` with the calling thread watched. */
void hookswitch_watch_tick(void (*tick)(void *ctx, uint64_t mono_ns), void *ctx, uint64_t mono_ns);

/* Runs a tick of the executor's function, watched there, from a judge's thread. */
void hookswitch_watch_tick_apart(const void *tick, void *ctx, uint64_t mono_ns);

/* Has each finding of this process passed on at once, before the plugin runs on: to `report`, which is the judge's
 * hookswitch_watch_hear as lent to the executor. */
void hookswitch_watch_report_to(void (*report)(const struct hookswitch_watch_finding *found));
void hookswitch_watch_hear(const struct hookswitch_watch_finding *there);

/* Notes that the calling thread, if it is being watched, called a function. */
void hookswitch_watch_note(const char *function);

/* Suspend and resume the watch: the host's own functions may do what the plugin may not. */
void hookswitch_watch_look_away(void);
void hookswitch_watch_look_back(void);

/* Notes that the calling thread, if it is being watched, logs with the host. */
static inline void hookswitch_watch_note_log(void) { hookswitch_watch_note("host-log"); }

/* Copies the first finding in this process; returns 0 when there is none. */
int hookswitch_watch_find(struct hookswitch_watch_finding *found);
#endif
