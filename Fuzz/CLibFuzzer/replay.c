#include "CLibFuzzer.h"

#include <stdio.h>
#include <stdlib.h>

/* Runs one file. Returns -1, and prints the reason, when it cannot be read. */
static int replay(const char *path, int (*run)(const uint8_t *bytes, size_t count)) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    return -1;
  }
  uint8_t *bytes = NULL;
  size_t count = 0;
  for (size_t room = 1 << 16;; room *= 2) {
    uint8_t *larger = realloc(bytes, room);
    if (!larger) break;
    bytes = larger;
    count += fread(bytes + count, 1, room - count, file);
    if (count < room) break;
  }
  int result = bytes && !ferror(file) ? 0 : -1;
  fclose(file);
  if (result == 0) {
    /* Shrink the block to exactly this size, so that sanitizers and guarded allocators find reads past the end. */
    uint8_t *exact = realloc(bytes, count ? count : 1);
    if (exact) bytes = exact;
    run(bytes, count);
  } else {
    fprintf(stderr, "%s: cannot be read\n", path);
  }
  free(bytes);
  return result;
}

/* libFuzzer's definition replaces this one where it is linked. */
__attribute__((weak)) int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *bytes, size_t count)) {
  int result = 0;
  for (int place = 1; place < *argc; place++) {
    const char *path = (*argv)[place];
    if (path[0] == '-') continue;
    /* After a crash this line is the last one, and names the file. */
    fprintf(stderr, "%s\n", path);
    if (replay(path, run) != 0) result = 1;
  }
  return result;
}
