#ifndef HOOKSWITCH_CCONFORMANCE_AFTERLIFE_PARTS_H
#define HOOKSWITCH_CCONFORMANCE_AFTERLIFE_PARTS_H
/* The declarations that the parts of the afterlife share. */
#include <pthread.h>
#include <stdint.h>

enum { afterlife_signals = 64, afterlife_keys = 1024 };

/* Returns 1 if the address lies in an image that is gone. */
int hookswitch_afterlife_is_gone(uintptr_t address);

/* Returns 1 if the signal's action is a handler that was not there before the library. */
int hookswitch_afterlife_is_new_handler(int signal);

/* Returns 1 if the key of thread-local data exists, and did not before the library. */
int hookswitch_afterlife_is_new_key(pthread_key_t key);

#endif
