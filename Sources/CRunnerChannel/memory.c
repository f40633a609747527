#define _GNU_SOURCE
#include "CRunnerChannel.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8u
#endif

_Static_assert(HRC_WORDS_AT == HRC_ORDERS_AT + HRC_RING_BYTES, "the rings follow each other");
_Static_assert(HRC_CHANNEL_BYTES == HRC_WORDS_AT + HRC_RING_BYTES, "the channel ends with the second ring");
_Static_assert(sizeof(hrc_header) == HRC_FRAME_MIN, "a header has no padding");

int hrc_make(void) {
  const char *name = "hookswitch-channel";
  int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
  /* A kernel before 6.3 does not know the last flag. */
  if (fd < 0 && errno == EINVAL) fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return -1;
  if (ftruncate(fd, HRC_CHANNEL_BYTES) == 0 && fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0) return fd;
  const int error = errno;
  close(fd);
  errno = error;
  return -1;
}

unsigned char *hrc_map(int fd) {
  struct stat found;
  if (fstat(fd, &found) != 0) return NULL;
  const int seals = fcntl(fd, F_GET_SEALS);
  /* A memory that the other side can shorten ends this process with SIGBUS. */
  if (found.st_size != (off_t)HRC_CHANNEL_BYTES || seals < 0 || (seals & F_SEAL_SHRINK) == 0) {
    errno = EINVAL;
    return NULL;
  }
  void *channel = mmap(NULL, HRC_CHANNEL_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  return channel == MAP_FAILED ? NULL : channel;
}

void hrc_unmap(unsigned char *channel) { munmap(channel, HRC_CHANNEL_BYTES); }

void hrc_set_word(unsigned char *channel, uint32_t at, uint64_t value) {
  __atomic_store_n((uint64_t *)(void *)(channel + at), value, __ATOMIC_RELEASE);
}

uint64_t hrc_word(const unsigned char *channel, uint32_t at) {
  return __atomic_load_n((const uint64_t *)(const void *)(channel + at), __ATOMIC_ACQUIRE);
}
