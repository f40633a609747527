#ifndef HOOKSWITCH_CCONFORMANCE_HARNESS_H
#define HOOKSWITCH_CCONFORMANCE_HARNESS_H
/* The parts of glibc that the harness needs and Swift's Glibc module lacks. */
#include <stddef.h>
#include <stdint.h>

/* Returns 1 if the bytes contain the part. */
int hookswitch_harness_contains(const void *bytes, size_t count, const void *part, size_t part_count);

/* Returns the process's environment, with NULL at its end. */
char *const *hookswitch_harness_environment(void);

/* Returns the place of that address, which is the same in a fork. */
const void *hookswitch_harness_environment_place(void);

/* Returns the number of bytes in use on the heap. */
size_t hookswitch_harness_heap_in_use(void);

/* Returns the address of the handler of `signal`: SIG_DFL, SIG_IGN, or SIG_ERR for a signal that has none. */
uintptr_t hookswitch_harness_handler(int signal);

/* dlopen as a careless host uses it: bind now, local, and without RTLD_NODELETE. Returns NULL on failure, with the reason in `error`. */
void *hookswitch_harness_open_plainly(const char *path, char *error, size_t error_size);

/* Lets a forked copy of this process exit, with all its handlers. Returns the signal that ended it, 0 for none, or
 * -1 with errno when no copy can be made or waited for. */
int hookswitch_harness_exit_in_fork(void);

/* Returns the number of races that the thread sanitizer has found in this process; -1 if it is not built in. */
int hookswitch_harness_races(void);
#endif
