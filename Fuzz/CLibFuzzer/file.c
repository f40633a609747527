#define _GNU_SOURCE
#include "CLibFuzzer.h"

#include <sys/mman.h>
#include <unistd.h>

int fuzz_file(const void *bytes, size_t count) {
  int file = memfd_create("input", MFD_CLOEXEC);
  if (file >= 0 && write(file, bytes, count) != (ssize_t)count) {
    close(file);
    return -1;
  }
  return file;
}
