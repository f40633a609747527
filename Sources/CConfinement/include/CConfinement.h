#ifndef HOOKSWITCH_CCONFINEMENT_H
#define HOOKSWITCH_CCONFINEMENT_H
/* What a helper process gives up before it runs foreign code, and who keeps it from then on. Linux only; nothing is undone again. */
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Splits the calling process in two: a keeper, which never returns from here, and a child, which does and may run foreign code.
 *
 * The child opens no network sockets (where the kernel has seccomp), leaves no core dump, gains no privileges, and has no descriptors from
 * `first_to_close` on. It can neither signal nor trace the process `parent`, the keeper or any other process that it has not started: with
 * `may_isolate` it lives in a PID namespace of its own where the system allows one, and else a filter refuses such system calls.
 *
 * The keeper dies with `parent`. When the child has ended, or the keeper gets SIGTERM, it ends all that the child has started, however detached,
 * waits until nothing is left of it, and ends as the child did: with its exit code, or by its signal.
 *
 * The process must have one thread. 0: this is the child; -1: `parent` is gone already, so that nobody wants an answer. */
int hookswitch_confine(int parent, uint32_t first_to_close, int may_isolate);

/* Kills every child of this process that is alive, and returns how many there were. The name of one is left in `name`. Uses no heap. */
unsigned hookswitch_kill_children(char *name, size_t size);

#endif
