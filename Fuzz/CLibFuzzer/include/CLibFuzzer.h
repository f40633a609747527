#ifndef HOOKSWITCH_C_LIB_FUZZER_H
#define HOOKSWITCH_C_LIB_FUZZER_H
#include <stddef.h>
#include <stdint.h>

/* libFuzzer's loop, from the runtime without a `main`: SwiftPM gives the executable its own. Returns when the time is up; ends
   the process, after writing the input to a file, when `run` crashes, hangs or leaks. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *bytes, size_t count));

#endif
