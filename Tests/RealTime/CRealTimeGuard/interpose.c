#define _GNU_SOURCE
#include "CRealTimeGuard.h"
#include "watch.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

/* glibc's functions under the names that it exports for interposition. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

void *malloc(size_t size) {
  rt_guard_note(RT_ALLOCATION);
  return __libc_malloc(size);
}

void *calloc(size_t items, size_t size) {
  rt_guard_note(RT_ALLOCATION);
  return __libc_calloc(items, size);
}

void *realloc(void *block, size_t size) {
  rt_guard_note(RT_ALLOCATION);
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  rt_guard_note(RT_ALLOCATION);
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *block = memalign(alignment, size);
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}

void free(void *block) {
  if (block) rt_guard_note(RT_FREE);
  __libc_free(block);
}

/* Finds the interposed function. */
#define NEXT(name)                                            \
  static __typeof__(&name) next;                              \
  if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  NEXT(pthread_mutex_lock);
  rt_guard_note(RT_LOCK);
  return next(mutex);
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  NEXT(pthread_mutex_trylock);
  rt_guard_note(RT_LOCK);
  return next(mutex);
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  NEXT(pthread_rwlock_rdlock);
  rt_guard_note(RT_LOCK);
  return next(lock);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  NEXT(pthread_rwlock_wrlock);
  rt_guard_note(RT_LOCK);
  return next(lock);
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  NEXT(pthread_cond_wait);
  rt_guard_note(RT_LOCK);
  return next(condition, mutex);
}

ssize_t write(int fd, const void *bytes, size_t count) {
  rt_guard_note(RT_WRITE);
  return syscall(SYS_write, fd, bytes, count);
}

size_t fwrite(const void *items, size_t size, size_t count, FILE *file) {
  NEXT(fwrite);
  rt_guard_note(RT_WRITE);
  return next(items, size, count, file);
}
