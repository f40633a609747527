#ifndef HOOKSWITCH_CCONFORMANCE_SYSTEM_CALLS_H
#define HOOKSWITCH_CCONFORMANCE_SYSTEM_CALLS_H
/* Watches the calling thread for system calls that have an effect outside the process, or that begin a thread.
 *
 * Code that opens a socket, sends, and closes it again leaves nothing behind that two looks could compare. The kernel reports each system
 * call instead (Linux 5.11 and later on x86-64). The linker's own calls, and those that only read, are let through. */
#include <stddef.h>

/* A system call with an effect. */
struct hookswitch_system_call {
  char name[24]; /* "connect" */
  char detail[136]; /* a path, a family of addresses or a descriptor; may be empty */
};

/* Begins the watch on the calling thread, and forgets what an earlier one found. Returns 0, or -1 if the kernel cannot. */
int hookswitch_calls_watch(void);

/* Ends the watch. */
void hookswitch_calls_stop(void);

/* Copies up to `room` of the calls that were found, in their order, and returns the number of those copied. */
size_t hookswitch_calls_found(struct hookswitch_system_call *list, size_t room);
#endif
