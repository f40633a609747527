#include "CThreadSanitizer.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HOOKSWITCH_TSAN 1
void __tsan_acquire(void *address);
void __tsan_release(void *address);
#endif
#endif

void hookswitch_tsan_acquired(void *address) {
#ifdef HOOKSWITCH_TSAN
  __tsan_acquire(address);
#else
  (void)address;
#endif
}

void hookswitch_tsan_releasing(void *address) {
#ifdef HOOKSWITCH_TSAN
  __tsan_release(address);
#else
  (void)address;
#endif
}
