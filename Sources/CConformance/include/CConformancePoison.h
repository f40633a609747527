#ifndef HOOKSWITCH_CCONFORMANCE_POISON_H
#define HOOKSWITCH_CCONFORMANCE_POISON_H
/* Makes dead memory visible: whoever reads it finds bytes that are no text, no size and no address.
 *
 * The heap is poisoned by redirecting the loaded images' references to malloc, free and realloc; a block that the C library itself frees
 * stays as it is. The stack is scrubbed below the frame of the caller. */

/* Redirects the loaded images' use of the heap. Returns 0, or -1 if this machine's way of linking is not supported. */
int hookswitch_poison_heap(void);

/* Overwrites 48 KiB of the stack below the caller. */
void hookswitch_scrub_stack(void);

/* Lets the stubs of `hookswitch_scrub_before` scrub on the calling thread (1), or not (0). Other threads may have small stacks. */
void hookswitch_scrub_this_thread(int on);

/* Scrubs the stack where the calling thread may. */
void hookswitch_scrub_if_wanted(void);

/* Replaces each function pointer by one that scrubs the stack first. NULL stays NULL. Not thread-safe. */
void hookswitch_scrub_before(void **functions, int count);
#endif
