#ifndef HOOKSWITCH_CCONFINEMENT_H
#define HOOKSWITCH_CCONFINEMENT_H
/* Confines a helper process before it runs untrusted code. Linux only; confinement is permanent. */
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "CSandbox.h"

/* The rights of a confined child. */
enum {
  HOOKSWITCH_MAY_ISOLATE = 1, /* it may get its own PID namespace */
  HOOKSWITCH_MAY_CONNECT = 2  /* it may open network sockets */
};

/* Splits the calling process in two: a keeper, which never returns from this function, and a child, which returns and may run untrusted
 * code.
 *
 * Without HOOKSWITCH_MAY_CONNECT in `rights` the child opens no network sockets (where the kernel has seccomp). It leaves no core dump, gains no privileges, and has no descriptors from
 * `first_to_close` on. It can neither signal nor trace the process `parent`, the keeper or any other process that it has not started: with
 * HOOKSWITCH_MAY_ISOLATE it gets its own PID namespace where the system allows one, else a filter refuses such system calls.
 *
 * The keeper dies with `parent`. When the child has ended, or the keeper gets SIGTERM, the keeper kills every process that the child has
 * started, even detached ones, waits until none is left, and ends like the child: with its exit code, or by its signal.
 *
 * The process must have one thread. Returns 0 in the child, and -1 when `parent` is gone already or no pipe is available. */
int hookswitch_confine(int parent, uint32_t first_to_close, int rights);

/* Limits this process: at most `memory` bytes of data, at most `files` open files, no core dump. A limit that is lower already stays.
 *
 * In builds with a sanitizer the memory is not limited, because the sanitizer's own tables count as data. Returns 0, or -1 with errno. */
int hookswitch_limit(uint64_t memory, uint64_t files);

/* Limits the address space of this process and of the programs that it becomes or starts. Not in builds with a sanitizer, which reserves more for
 * itself. Returns 0, or -1 with errno. */
int hookswitch_limit_address_space(uint64_t bytes);

/* Returns 1 in a build with a sanitizer. */
int hookswitch_has_sanitizer(void);

/* Ends this process, and each that it starts, by SIGSYS when it signals the process `guard` or every process, enters `guard`, or traces any
 * process. Not in builds with a sanitizer, which traces itself, and on machines that this library does not know. */
void hookswitch_trap_attacks(uint32_t guard);

/* Kills every living child of this process, and returns the number. Leaves the name of one in `name`. Uses no heap. */
unsigned hookswitch_kill_children(char *name, size_t size);

#endif
