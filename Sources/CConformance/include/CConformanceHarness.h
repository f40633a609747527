#ifndef HOOKSWITCH_CCONFORMANCE_HARNESS_H
#define HOOKSWITCH_CCONFORMANCE_HARNESS_H
/* What the harness needs of C: what glibc has and Swift's Glibc module has not. */
#include <stddef.h>
#include <stdint.h>

/* A file that lies in memory and is closed by exec, or -1. */
int hookswitch_harness_memory_file(void);

/* The process's environment, NULL at its end. */
char *const *hookswitch_harness_environment(void);

/* Bytes that the heap has given out and not got back. */
size_t hookswitch_harness_heap_in_use(void);

/* Whether an image of the file (device, inode) is mapped in this process. */
int hookswitch_harness_is_mapped(uint64_t device, uint64_t inode);

/* The address of the handler of `signal`, 0 for the default one. */
uintptr_t hookswitch_harness_handler(int signal);

/* dlopen as a careless host would do it: bind now, local, and without RTLD_NODELETE. NULL: `error` says why. */
void *hookswitch_harness_open_plainly(const char *path, char *error, size_t error_size);

/* Lets a copy of this process exit, with all its handlers; 0 if it could, or the signal that ended it. */
int hookswitch_harness_exit_in_fork(void);

/* How many races the thread sanitizer has found in this process; -1 where it is not built in. */
int hookswitch_harness_races(void);
#endif
