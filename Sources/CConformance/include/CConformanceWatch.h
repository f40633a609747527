#ifndef HOOKSWITCH_CCONFORMANCE_WATCH_H
#define HOOKSWITCH_CCONFORMANCE_WATCH_H
/* The watch over a [media] thread: what it calls that may wait, while it is inside the plugin.
 *
 * Nothing is linked in front of the C library, and nothing is preloaded: in the one process that asks for it, the addresses by which the
 * loaded images reach malloc, the locks and the output of stdio are pointed at functions that look at a thread-local flag and then do what was
 * asked. Calls into the kernel are seen too, where it can tell of them (Linux 5.11 and later on x86-64). The program that holds the kit is left
 * alone. Not seen: an allocator or a lock of the plugin's own making, as long as it does not call the kernel. */
#include <stddef.h>
#include <stdint.h>

/* The first thing that a thread did which may wait. */
struct hookswitch_watch_finding {
  char function[48]; /* "malloc", "write (system call)" */
  char place[200]; /* in which function and file it was called, as well as it can be told */
};

/* Points the loaded images at the watch. To be called again when more was loaded. `plugin` is any address inside the plugin, for the place of a
 * finding. 0, or -1 where this machine's way of linking is not known. */
int hookswitch_watch_install(const void *plugin);

/* Lets the kernel tell of the calling thread's calls too. 0, or -1 where it cannot. */
int hookswitch_watch_kernel(void);

/* Calls the plugin with the calling thread watched. */
void hookswitch_watch_tick(void (*tick)(void *ctx, uint64_t mono_ns), void *ctx, uint64_t mono_ns);

/* Notes something that the calling thread did, if it is being watched. */
void hookswitch_watch_note(const char *function);

/* Looks away, and back again: the host's own functions may do what the plugin may not. */
void hookswitch_watch_look_away(void);
void hookswitch_watch_look_back(void);

/* Notes that the calling thread, if it is being watched, logs with the host. */
static inline void hookswitch_watch_note_log(void) { hookswitch_watch_note("host-log"); }

/* The first finding in this process; 0 when there is none. */
int hookswitch_watch_find(struct hookswitch_watch_finding *found);
#endif
