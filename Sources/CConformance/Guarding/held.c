/* held.c - keeps files in sealed memory, and writes without the C library. */
#define _GNU_SOURCE
#include "CConformanceHeld.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int hookswitch_file_mark(const char *path, struct hookswitch_file_mark *mark) {
  struct stat found;
  if (stat(path, &found) != 0) return -1;
  *mark = (struct hookswitch_file_mark){{
    (uint64_t)found.st_dev, (uint64_t)found.st_ino, (uint64_t)found.st_size, (uint64_t)found.st_ctim.tv_sec,
    (uint64_t)found.st_ctim.tv_nsec,
  }};
  return 0;
}

static int seal(int memory) {
  return fcntl(memory, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
}

static int fail(int memory, int file) {
  int error = errno;
  if (memory >= 0) close(memory);
  if (file >= 0) close(file);
  errno = error;
  return -1;
}

int hookswitch_held_copy(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC), memory = -1;
  ssize_t count = 1;
  if (file < 0 || (memory = memfd_create("plugin", MFD_CLOEXEC | MFD_ALLOW_SEALING)) < 0) return fail(memory, file);
  while (count > 0) count = sendfile(memory, file, NULL, 1 << 30);
  if (count < 0 || seal(memory) != 0) return fail(memory, file);
  close(file);
  return memory;
}

int hookswitch_held_bytes(const void *bytes, size_t count) {
  int memory = memfd_create("order", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return -1;
  for (size_t done = 0; done < count;) {
    ssize_t more = write(memory, (const char *)bytes + done, count - done);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) return fail(memory, -1);
    done += (size_t)more;
  }
  if (seal(memory) != 0 || lseek(memory, 0, SEEK_SET) != 0) return fail(memory, -1);
  return memory;
}

/* Returns what the kernel returns: a count, or a negative error. */
static long write_call(int file, const void *bytes, size_t count) {
#if defined(__x86_64__)
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_write), "D"((long)file), "S"(bytes), "d"(count) : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long result __asm__("x0") = file;
  register const void *from __asm__("x1") = bytes;
  register size_t length __asm__("x2") = count;
  register long number __asm__("x8") = SYS_write;
  __asm__ volatile("svc 0" : "+r"(result) : "r"(from), "r"(length), "r"(number) : "memory");
  return result;
#else
  ssize_t result = write(file, bytes, count);
  return result < 0 ? -errno : result;
#endif
}

int hookswitch_write_directly(int file, const void *bytes, size_t count) {
  while (count > 0) {
    long done = write_call(file, bytes, count);
    if (done == -EINTR) continue;
    if (done <= 0) return -1;
    bytes = (const char *)bytes + done;
    count -= (size_t)done;
  }
  return 0;
}
