#ifndef HOOKSWITCH_CCONFORMANCE_FAULT_H
#define HOOKSWITCH_CCONFORMANCE_FAULT_H
/* Tells a fault of the kit from a fault of the plugin when a signal ends the test's process.
 *
 * The handler inspects the stack of the thread that faulted, records the owner of the faulting code, and lets the signal end the process as
 * it would without the handler. */
#include <stdint.h>

/* A record of a signal, in memory that outlives the process. */
struct hookswitch_fault {
  uint32_t signal; /* 0: none yet */
  uint32_t is_kits; /* 1: the kit's own code faulted, and was not reading at an address from the plugin */
  uint64_t place; /* the offset of the faulting code in the kit's program */
};

/* Watches for SIGILL, SIGTRAP, SIGFPE, SIGSEGV, SIGBUS and SIGABRT in this process, and writes the first one to `record`. */
void hookswitch_fault_watch(struct hookswitch_fault *record);

/* Mark the begin and end of a read at an address from the plugin, on the calling thread: a fault meanwhile is the plugin's. */
void hookswitch_fault_begin_reading(void);
void hookswitch_fault_end_reading(void);

/* Prints the sentence and ends the process by SIGABRT, as a fault of the plugin. */
_Noreturn void hookswitch_fault_blame_plugin(const char *sentence);
#endif
