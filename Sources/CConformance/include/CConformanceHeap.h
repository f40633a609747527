#ifndef HOOKSWITCH_CCONFORMANCE_HEAP_H
#define HOOKSWITCH_CCONFORMANCE_HEAP_H
/* Counts the memory that a plugin, and the libraries that came with it, have allocated and not yet freed, to the byte.
 *
 * The kit's own memory does not count, so a leak of 16 bytes in one call out of fifty shows. Memory that the C library allocates for them, as
 * in fopen, is not seen, nor is that of allocators of their own below mmap. */
#include <stddef.h>

/* The memory that is in use. */
struct hookswitch_heap {
  size_t blocks, bytes; /* of malloc and its relatives */
  size_t mapped; /* bytes of mmap */
};

/* Notes the images of the process; those that are loaded later are the plugin's. */
void hookswitch_heap_begin(void);

/* Counts from now on also what images that were loaded meanwhile allocate. Returns the number of the plugin's images that are counted, or
 * -1 where this machine's way of linking is not supported. */
int hookswitch_heap_count(void);

/* Stores the present use. Any thread. */
void hookswitch_heap_use(struct hookswitch_heap *present);
#endif
