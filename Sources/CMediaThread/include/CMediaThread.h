#ifndef HOOKSWITCH_CMEDIATHREAD_H
#define HOOKSWITCH_CMEDIATHREAD_H
/* The C parts of the audio thread: a mark that identifies it, the thread itself, and atomic access to memory behind Swift pointers. No
 * function allocates, locks or waits unless its comment says so. */
#include "atomics.h"
#include "plan_slot.h"
#include "thread.h"
#endif
