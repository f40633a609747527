#define _GNU_SOURCE
#include <sys/resource.h>

#include "CConfinement.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif
#ifndef HAS_SANITIZER
#define HAS_SANITIZER 0
#endif

/* Lowers both limits, so that the process cannot raise them again. */
static int lower(int resource, rlim_t value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return -1;
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < value) value = limit.rlim_max;
  limit.rlim_cur = limit.rlim_max = value;
  return setrlimit(resource, &limit);
}

int hookswitch_limit(uint64_t memory, uint64_t files) {
  if (lower(RLIMIT_CORE, 0) != 0 || lower(RLIMIT_NOFILE, files) != 0) return -1;
  return HAS_SANITIZER ? 0 : lower(RLIMIT_DATA, memory);
}

int hookswitch_limit_address_space(uint64_t bytes) { return HAS_SANITIZER ? 0 : lower(RLIMIT_AS, bytes); }

int hookswitch_has_sanitizer(void) { return HAS_SANITIZER; }
