#ifndef HOOKSWITCH_CLTDL_SHIM_H
#define HOOKSWITCH_CLTDL_SHIM_H
/* The one place that speaks to libltdl, with its faults mended: it binds at once, keeps the true text of an error, and takes
 * nothing but absolute paths of .so files. libltdl has no threads: the caller holds one lock around every function here. */
#include <stddef.h>
#include <stdint.h>

/* Opens the plugin at `path` (absolute, ends in ".so", its real path) and checks that the file that was opened is (device, inode).
 * Never unmaps it again: the code stays for the life of the process. NULL: `error` says why, in one line. */
void *hookswitch_ltdl_open(const char *path, uint64_t device, uint64_t inode, char *error, size_t error_size);

/* Finds the function `symbol`, which must be a function and lie in the file (device, inode) itself, not in a library that it
 * needs. NULL: `error` says why. */
void *hookswitch_ltdl_function(void *handle, const char *symbol, uint64_t device, uint64_t inode, char *error,
                               size_t error_size);

/* Gives one count of `handle` back. The code stays mapped. */
void hookswitch_ltdl_close(void *handle);

#endif
