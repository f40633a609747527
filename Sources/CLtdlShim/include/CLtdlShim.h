#ifndef HOOKSWITCH_CLTDL_SHIM_H
#define HOOKSWITCH_CLTDL_SHIM_H
/* The one place that speaks to libltdl, with its faults mended: it binds at once, keeps the true text of an error, and takes
 * nothing but absolute paths of .so files. libltdl has no threads: the caller holds one lock around every function here. */
#include <stddef.h>
#include <stdint.h>

/* Makes a copy of a file's bytes that nobody can change any more, for the life of its descriptor. Its name shows in listings of the
 * process's memory. -1: errno says why. */
int hookswitch_ltdl_copy(const char *path, const void *bytes, size_t size);

/* Tells all names by which the dynamic linker knows what is in the process: paths, and the names that libraries give themselves. */
void hookswitch_ltdl_each_name(void (*tell)(void *context, const char *name), void *context);
/* 1 when the dynamic linker has a library of that name, so that it looks for none. */
int hookswitch_ltdl_has(const char *name);

/* Brings the library at `path` into the process before a plugin that needs it: from `copy`, or from its path where that is -1. Until
 * names are restored the linker knows it by `name` as well, unless that is NULL. 0, or -1: `error` says why. */
int hookswitch_ltdl_bring(const char *path, int copy, const char *name_or_null, char *error, size_t error_size);
/* Lends a library of the process another name until names are restored. */
void hookswitch_ltdl_lend_name(const char *path, const char *name);
/* Gives all libraries their own names back. */
void hookswitch_ltdl_restore_names(void);

/* Opens the plugin at `path` (absolute, ends in ".so", its real path): from `copy`, after which the plugin bears the name `path` for
 * debuggers; or, where that is -1, from its path, if the file there is (device, inode).
 * Never unmaps it again: the code stays for the life of the process. NULL: `error` says why, in one line. */
void *hookswitch_ltdl_open(const char *path, int copy, uint64_t device, uint64_t inode, char *error, size_t error_size);

/* Finds the function `symbol`, which must be a function and lie in the opened file itself, not in a library that it needs.
 * NULL: `error` says why. */
void *hookswitch_ltdl_function(void *handle, const char *symbol, char *error, size_t error_size);

/* Gives one count of `handle` back. The code stays mapped. */
void hookswitch_ltdl_close(void *handle);

#endif
