#ifndef HOOKSWITCH_CCONFORMANCE_FAULT_H
#define HOOKSWITCH_CCONFORMANCE_FAULT_H
/* Tells a fault of the kit from a fault of the plugin when a signal ends the test's process.
 *
 * The handler looks at the stack of the thread that faulted, writes down whose code it was in, and lets the signal end the process as it
 * would have without the handler. */
#include <stdint.h>

/* Where a signal struck. It lies in memory that outlives the process. */
struct hookswitch_fault {
  uint32_t signal; /* 0: none yet */
  uint32_t is_kits; /* 1: the kit's own code faulted, and nothing that it read was the plugin's */
  uint64_t place; /* the offset of the faulting code in the kit's program */
};

/* Watches for SIGILL, SIGTRAP, SIGFPE, SIGSEGV, SIGBUS and SIGABRT in this process, and writes the first one to `record`. */
void hookswitch_fault_watch(struct hookswitch_fault *record);

/* The calling thread begins and ends to read memory that the plugin named: a fault meanwhile is the plugin's. */
void hookswitch_fault_begin_reading(void);
void hookswitch_fault_end_reading(void);

/* Prints the sentence and ends the process by SIGABRT, as a fault of the plugin. */
_Noreturn void hookswitch_fault_blame_plugin(const char *sentence);
#endif
