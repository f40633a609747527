#ifndef HOOKSWITCH_C_LIB_FUZZER_H
#define HOOKSWITCH_C_LIB_FUZZER_H
#include <stddef.h>
#include <stdint.h>

/* libFuzzer's loop, from the runtime without a `main`, because SwiftPM gives the executable its own. Returns when the time is up. When
 * `run` crashes, hangs or leaks, it writes the input to a file and ends the process.
 *
 * A program without libFuzzer links a replacement, which runs each file among the arguments once. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *bytes, size_t count));

/* Creates a file in memory with these bytes, for readers that take paths: /proc/self/fd/N. Returns -1 when there is no space. */
int fuzz_file(const void *bytes, size_t count);

#endif
