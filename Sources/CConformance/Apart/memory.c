/* memory.c - the memory that both processes of a test share, and the judge's copies of the executor's own. */
#define _GNU_SOURCE
#include "apart.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "memory.h"

enum { pidfd_open_call = 434, pidfd_getfd_call = 438 };
static const size_t pool_bytes = (size_t)64 << 30;

static char *pool;
static size_t used;
static int process_file = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the pool and of the changes */

static void *shared(size_t length) {
  void *map = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return map == MAP_FAILED ? NULL : map;
}

int hookswitch_apart_share(void) {
  hookswitch_apart_common = shared(sizeof *hookswitch_apart_common);
  pool = shared(pool_bytes);
  return hookswitch_apart_common != NULL && pool != NULL ? 0 : -1;
}

void hookswitch_apart_lose_pool(void) { mprotect(pool, pool_bytes, PROT_NONE); }

void *hookswitch_apart_reserve(size_t length) {
  pthread_mutex_lock(&lock);
  if (length > pool_bytes - used) hookswitch_apart_break("the test used up the memory for arguments");
  void *start = pool + used;
  used += length;
  pthread_mutex_unlock(&lock);
  return start;
}

void hookswitch_apart_protect(void *start, size_t length, int protection) {
  struct common *common = hookswitch_apart_common;
  pthread_mutex_lock(&lock);
  uint32_t made = atomic_load(&common->changes_made);
  /* The list is full only when the executor has not run for long. */
  while (made - atomic_load(&common->changes_done) >= most_changes) {
    pthread_mutex_unlock(&lock);
    hookswitch_apart_call((uintptr_t)getpid, NULL, 0);
    pthread_mutex_lock(&lock);
    made = atomic_load(&common->changes_made);
  }
  common->changes[made % most_changes] = (struct change){(uintptr_t)start, length, (uint64_t)protection};
  atomic_store(&common->changes_made, made + 1);
  pthread_mutex_unlock(&lock);
}

void hookswitch_apart_change(void) {
  struct common *common = hookswitch_apart_common;
  int error = errno;
  if (atomic_load(&common->changes_done) == atomic_load(&common->changes_made)) return;
  pthread_mutex_lock(&lock);
  for (uint32_t done; (done = atomic_load(&common->changes_done)) != atomic_load(&common->changes_made);) {
    const struct change *change = &common->changes[done % most_changes];
    void *start = (void *)(uintptr_t)change->start;
    if ((int)change->protection != HOOKSWITCH_APART_WALL) mprotect(start, change->length, (int)change->protection);
    else if (mmap(start, change->length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
      mprotect(start, change->length, PROT_NONE);
    atomic_store(&common->changes_done, done + 1);
  }
  pthread_mutex_unlock(&lock);
  errno = error;
}

/* Copies in parts, so that the length of one call does not matter. */
static int copy(void *here, const void *there, size_t count, int is_written) {
  for (size_t done = 0; done < count;) {
    struct iovec local = {(char *)here + done, count - done}, remote = {(char *)(uintptr_t)there + done, count - done};
    ssize_t more = is_written ? process_vm_writev(hookswitch_apart_executor, &local, 1, &remote, 1, 0)
                              : process_vm_readv(hookswitch_apart_executor, &local, 1, &remote, 1, 0);
    if (more <= 0) return -1;
    done += (size_t)more;
  }
  return 0;
}

int hookswitch_apart_read(void *to, const void *from, size_t count) { return copy(to, from, count, 0); }
int hookswitch_apart_write(void *to, const void *from, size_t count) { return copy((void *)(uintptr_t)from, to, count, 1); }

int hookswitch_apart_descriptor(int number) {
  if (process_file < 0) process_file = (int)syscall(pidfd_open_call, hookswitch_apart_executor, 0);
  return process_file < 0 ? -1 : (int)syscall(pidfd_getfd_call, process_file, number, 0);
}

static int flags_of(int descriptor) { return fcntl(descriptor, F_GETFD); }

uintptr_t hookswitch_apart_flags_function(void) { return (uintptr_t)flags_of; }

int hookswitch_apart_duplicate(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 0); }

int hookswitch_apart_open_file(const char *path) { return open(path, O_RDWR | O_CLOEXEC); }
