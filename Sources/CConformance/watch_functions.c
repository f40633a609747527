/* watch_functions.c - the replacements of functions that may wait: each notes its use, and calls the original. */
#define _GNU_SOURCE
#include "CConformanceWatch.h"

#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include "watch.h"

#define WATCHED(result, name, parameters, arguments) \
  static result watched_##name parameters { \
    hookswitch_watch_note(#name); \
    return name arguments; \
  }

WATCHED(void *, malloc, (size_t size), (size))
WATCHED(void *, calloc, (size_t count, size_t size), (count, size))
WATCHED(void *, realloc, (void *old, size_t size), (old, size))
WATCHED(void *, reallocarray, (void *old, size_t count, size_t size), (old, count, size))
WATCHED(void *, aligned_alloc, (size_t alignment, size_t size), (alignment, size))
WATCHED(void *, memalign, (size_t alignment, size_t size), (alignment, size))
WATCHED(int, posix_memalign, (void **to, size_t alignment, size_t size), (to, alignment, size))

static void watched_free(void *old) {
  if (old != NULL) hookswitch_watch_note("free");
  free(old);
}

WATCHED(int, pthread_mutex_lock, (pthread_mutex_t *lock), (lock))
WATCHED(int, pthread_mutex_timedlock, (pthread_mutex_t *lock, const struct timespec *until), (lock, until))
WATCHED(int, pthread_rwlock_rdlock, (pthread_rwlock_t *lock), (lock))
WATCHED(int, pthread_rwlock_wrlock, (pthread_rwlock_t *lock), (lock))
WATCHED(int, pthread_spin_lock, (pthread_spinlock_t *lock), (lock))
WATCHED(int, pthread_cond_wait, (pthread_cond_t *news, pthread_mutex_t *lock), (news, lock))
WATCHED(int, pthread_cond_timedwait, (pthread_cond_t *news, pthread_mutex_t *lock, const struct timespec *until), (news, lock, until))
WATCHED(int, sem_wait, (sem_t *semaphore), (semaphore))
WATCHED(int, sem_timedwait, (sem_t *semaphore, const struct timespec *until), (semaphore, until))

WATCHED(size_t, fwrite, (const void *from, size_t size, size_t count, FILE *file), (from, size, count, file))
WATCHED(size_t, fread, (void *to, size_t size, size_t count, FILE *file), (to, size, count, file))
WATCHED(int, fputs, (const char *text, FILE *file), (text, file))
WATCHED(int, fputc, (int character, FILE *file), (character, file))
WATCHED(int, puts, (const char *text), (text))
WATCHED(int, putchar, (int character), (character))
WATCHED(int, fflush, (FILE *file), (file))
WATCHED(ssize_t, write, (int fd, const void *from, size_t count), (fd, from, count))
WATCHED(ssize_t, read, (int fd, void *to, size_t count), (fd, to, count))
WATCHED(int, usleep, (useconds_t microseconds), (microseconds))
WATCHED(int, nanosleep, (const struct timespec *time, struct timespec *left), (time, left))

/* The variadic functions, also as fortified headers call them: with a flag before the format, which is ignored here. */
#define WATCHED_FORMAT(name, parameters, call) \
  static int watched_##name parameters { \
    va_list values; \
    int written; \
    hookswitch_watch_note(#name); \
    va_start(values, format); \
    written = (call); \
    va_end(values); \
    return written; \
  }

WATCHED_FORMAT(printf, (const char *format, ...), vprintf(format, values))
WATCHED_FORMAT(fprintf, (FILE *file, const char *format, ...), vfprintf(file, format, values))
WATCHED_FORMAT(__printf_chk, (int flag, const char *format, ...), ((void)flag, vprintf(format, values)))
WATCHED_FORMAT(__fprintf_chk, (FILE *file, int flag, const char *format, ...), ((void)flag, vfprintf(file, format, values)))
WATCHED(int, vprintf, (const char *format, va_list values), (format, values))
WATCHED(int, vfprintf, (FILE *file, const char *format, va_list values), (file, format, values))

static void watched_syslog(int priority, const char *format, ...) {
  va_list values;
  hookswitch_watch_note("syslog");
  va_start(values, format);
  vsyslog(priority, format, values);
  va_end(values);
}

#define ENTRY(name) {#name, (void *)watched_##name}
const struct watched_function hookswitch_watched_functions[] = {
    ENTRY(malloc),
    ENTRY(calloc),
    ENTRY(realloc),
    ENTRY(reallocarray),
    ENTRY(aligned_alloc),
    ENTRY(memalign),
    ENTRY(posix_memalign),
    ENTRY(free),
    ENTRY(pthread_mutex_lock),
    ENTRY(pthread_mutex_timedlock),
    ENTRY(pthread_rwlock_rdlock),
    ENTRY(pthread_rwlock_wrlock),
    ENTRY(pthread_spin_lock),
    ENTRY(pthread_cond_wait),
    ENTRY(pthread_cond_timedwait),
    ENTRY(sem_wait),
    ENTRY(sem_timedwait),
    ENTRY(fwrite),
    ENTRY(fread),
    ENTRY(fputs),
    ENTRY(fputc),
    ENTRY(puts),
    ENTRY(putchar),
    ENTRY(fflush),
    ENTRY(write),
    ENTRY(read),
    ENTRY(usleep),
    ENTRY(nanosleep),
    ENTRY(printf),
    ENTRY(fprintf),
    ENTRY(__printf_chk),
    ENTRY(__fprintf_chk),
    ENTRY(vprintf),
    ENTRY(vfprintf),
    ENTRY(syslog),
    {NULL, NULL},
};
