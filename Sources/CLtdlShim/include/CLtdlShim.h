#ifndef HOOKSWITCH_CLTDL_SHIM_H
#define HOOKSWITCH_CLTDL_SHIM_H
/* The only interface to libltdl. It works around libltdl's faults: it binds symbols at once, keeps the true text of an error, and accepts
 * only absolute paths of .so files. libltdl is not thread-safe: the caller holds one lock around every function here. */
#include <stddef.h>
#include <stdint.h>

/* Makes an immutable copy of a file's bytes, which lives as long as its descriptor. Its name appears in the process's memory map. On
 * failure returns -1 and sets errno. Without executable memfds the copy is an unlinked file, which is not immutable. */
int hookswitch_ltdl_copy(const char *path, const void *bytes, size_t size);

/* Calls `tell` with every name that the dynamic linker has for the loaded images: their paths and their sonames. */
void hookswitch_ltdl_each_name(void (*tell)(void *context, const char *name), void *context);
/* Returns 1 when the dynamic linker has loaded a library of that name, so that it will not search for one. */
int hookswitch_ltdl_has(const char *name);

/* Loads the library at `path` before a plugin that needs it: from `copy`, or from its path when `copy` is -1. Until names are restored, the
 * linker also knows it by `name_or_null`, unless that is NULL. Returns 0, or -1 with the reason in `error`. */
int hookswitch_ltdl_bring(const char *path, int copy, const char *name_or_null, char *error, size_t error_size);
/* Gives a loaded library another name until names are restored. */
void hookswitch_ltdl_lend_name(const char *path, const char *name);
/* Restores the names of all libraries. */
void hookswitch_ltdl_restore_names(void);

/* Opens the plugin at `path`, a real path: absolute, ending in ".so". It loads from `copy`, and then names the image `path` for debuggers;
 * or, when `copy` is -1, from the path, if the file there is (device, inode). The code stays mapped for the life of the process. Returns
 * NULL with the reason in `error`, on one line. */
void *hookswitch_ltdl_open(const char *path, int copy, uint64_t device, uint64_t inode, char *error, size_t error_size);

/* Finds the function `symbol`, which must be a function and lie in the opened file itself, not in a library that it needs. Returns NULL
 * with the reason in `error`. */
void *hookswitch_ltdl_function(void *handle, const char *symbol, char *error, size_t error_size);

/* Releases one reference to `handle`. The code stays mapped. */
void hookswitch_ltdl_close(void *handle);

#endif
