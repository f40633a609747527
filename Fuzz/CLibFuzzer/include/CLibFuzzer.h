#ifndef HOOKSWITCH_C_LIB_FUZZER_H
#define HOOKSWITCH_C_LIB_FUZZER_H
#include <stddef.h>
#include <stdint.h>

/* libFuzzer's loop, from the runtime without a `main`: SwiftPM gives the executable its own. Returns when the time is up; ends
   the process, after writing the input to a file, when `run` crashes, hangs or leaks.

   A program that is linked without libFuzzer has a stand-in, which runs each file that the arguments name once. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *bytes, size_t count));

/* Opens a file in memory with these bytes, for readers that take paths: /proc/self/fd/N. Returns -1 when there is no room. */
int fuzz_file(const void *bytes, size_t count);

#endif
