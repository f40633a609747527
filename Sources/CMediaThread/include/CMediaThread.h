#ifndef HOOKSWITCH_CMEDIATHREAD_H
#define HOOKSWITCH_CMEDIATHREAD_H
/* What the audio thread needs of C: a mark that says which thread it is, the thread itself, and atomics on memory that Swift only has pointers
 * to. Nothing in here allocates, locks or waits but where a comment says so. */
#include "atomics.h"
#include "plan_slot.h"
#include "thread.h"
#endif
