#ifndef HOOKSWITCH_CCONFORMANCE_APART_MEMORY_H
#define HOOKSWITCH_CCONFORMANCE_APART_MEMORY_H
/* The begin of the shared memory. */

/* Maps the shared memory, before the fork. Returns 0, or -1 with errno. */
int hookswitch_apart_share(void);

/* Makes the memory for arguments inaccessible, in the executor. */
void hookswitch_apart_lose_pool(void);
#endif
