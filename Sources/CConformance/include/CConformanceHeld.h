#ifndef HOOKSWITCH_CCONFORMANCE_HELD_H
#define HOOKSWITCH_CCONFORMANCE_HELD_H
/* Files in memory, for a run that must not depend on names that a plugin can give to others. */
#include <stddef.h>
#include <stdint.h>

/* The properties of a file that change with its contents: its device, inode, size, and the seconds and nanoseconds of its last change. */
struct hookswitch_file_mark {
  uint64_t words[5];
};

/* Reads the mark of a file. Returns 0, or -1 with errno. */
int hookswitch_file_mark(const char *path, struct hookswitch_file_mark *mark);

/* Copies a file into memory that nobody can change. Returns a descriptor that exec closes, or -1 with errno. */
int hookswitch_held_copy(const char *path);

/* Puts bytes into such memory. Returns a descriptor at their beginning, or -1 with errno. */
int hookswitch_held_bytes(const void *bytes, size_t count);

/* Writes all bytes by the kernel's own call, which no code of this process can replace. Returns 0, or -1. */
int hookswitch_write_directly(int file, const void *bytes, size_t count);
#endif
