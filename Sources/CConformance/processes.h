#ifndef HOOKSWITCH_CCONFORMANCE_PROCESSES_H
#define HOOKSWITCH_CCONFORMANCE_PROCESSES_H
/* The children of this process, without a byte of heap. */
#include <stddef.h>
#include <sys/types.h>

/* Kills every child of this process that is alive, and returns how many there were. The name of one is left in `name`. */
unsigned hookswitch_kill_children(char *name, size_t size);
#endif
