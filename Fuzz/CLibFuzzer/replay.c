#include "CLibFuzzer.h"

#include <stdio.h>
#include <stdlib.h>

/* Runs one file. Returns -1, and says why, when it cannot be read. */
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
    /* A copy of exactly this size: what reads beyond its end is seen by a sanitizer and by guarded allocators. */
    uint8_t *exact = realloc(bytes, count ? count : 1);
    if (exact) bytes = exact;
    run(bytes, count);
  } else {
    fprintf(stderr, "%s: cannot be read\n", path);
  }
  free(bytes);
  return result;
}

/* libFuzzer's own definition takes the place of this one where it is linked. */
__attribute__((weak)) int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *bytes, size_t count)) {
  int result = 0;
  for (int place = 1; place < *argc; place++) {
    const char *path = (*argv)[place];
    if (path[0] == '-') continue;
    /* A crash leaves this line as the last one: it names the file. */
    fprintf(stderr, "%s\n", path);
    if (replay(path, run) != 0) result = 1;
  }
  return result;
}
