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

/* Makes memory that can get seals. */
static int make_memory(const char *name) {
  int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
  /* A kernel before 6.3 does not know the last flag. */
  if (fd < 0 && errno == EINVAL) fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  return fd;
}

static int close_failed(int fd) {
  const int error = errno;
  close(fd);
  errno = error;
  return -1;
}

static int make_sized(const char *name, off_t bytes) {
  const int fd = make_memory(name);
  if (fd < 0) return -1;
  if (ftruncate(fd, bytes) == 0 && fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0) return fd;
  return close_failed(fd);
}

static unsigned char *map_sized(int fd, size_t bytes) {
  struct stat found;
  if (fstat(fd, &found) != 0) return NULL;
  const int seals = fcntl(fd, F_GET_SEALS);
  /* A memory that the other side can shorten ends this process with SIGBUS. */
  if (found.st_size != (off_t)bytes || seals < 0 || (seals & F_SEAL_SHRINK) == 0) {
    errno = EINVAL;
    return NULL;
  }
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

int hrc_make(void) { return make_sized("hookswitch-channel", HRC_CHANNEL_BYTES); }

unsigned char *hrc_map(int fd) { return map_sized(fd, HRC_CHANNEL_BYTES); }

void hrc_unmap(unsigned char *channel) { munmap(channel, HRC_CHANNEL_BYTES); }

int hrc_make_region(void) { return make_sized("hookswitch-audio", HRC_REGION_BYTES); }

unsigned char *hrc_map_region(int fd) {
  unsigned char *region = map_sized(fd, HRC_REGION_BYTES);
  /* Touch every page now, to avoid page faults on the audio thread. Zero is what the memory already holds. */
  if (region != NULL)
    for (size_t at = 0; at < HRC_REGION_BYTES; at += 4096) __atomic_fetch_or(region + at, 0, __ATOMIC_RELAXED);
  return region;
}

void hrc_unmap_region(unsigned char *region) { munmap(region, HRC_REGION_BYTES); }

enum { BLOB_SEALS = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE };

int hrc_make_blob(const void *bytes, size_t count) {
  if (count > HRC_BLOB_MAX) {
    errno = EFBIG;
    return -1;
  }
  const int fd = make_memory("hookswitch-blob");
  if (fd < 0) return -1;
  for (size_t done = 0; done < count;) {
    const ssize_t written = write(fd, (const unsigned char *)bytes + done, count - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return close_failed(fd);
    done += (size_t)written;
  }
  return fcntl(fd, F_ADD_SEALS, BLOB_SEALS | F_SEAL_SEAL) == 0 ? fd : close_failed(fd);
}

int hrc_check_blob(int fd, uint64_t count) {
  struct stat found;
  if (fstat(fd, &found) != 0) return -1;
  const int seals = fcntl(fd, F_GET_SEALS);
  return seals >= 0 && (seals & BLOB_SEALS) == BLOB_SEALS && count <= HRC_BLOB_MAX && found.st_size == (off_t)count ? 0 : -1;
}

ssize_t hrc_read_blob(int fd, void *bytes, size_t count) {
  size_t done = 0;
  while (done < count) {
    const ssize_t taken = pread(fd, (unsigned char *)bytes + done, count - done, (off_t)done);
    if (taken < 0 && errno == EINTR) continue;
    if (taken <= 0) break;
    done += (size_t)taken;
  }
  return (ssize_t)done;
}

void hrc_set_word(unsigned char *channel, uint32_t at, uint64_t value) {
  __atomic_store_n((uint64_t *)(void *)(channel + at), value, __ATOMIC_RELEASE);
}

uint64_t hrc_word(const unsigned char *channel, uint32_t at) {
  return __atomic_load_n((const uint64_t *)(const void *)(channel + at), __ATOMIC_ACQUIRE);
}
