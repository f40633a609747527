#ifndef HOOKSWITCH_C_THREAD_SANITIZER_H
#define HOOKSWITCH_C_THREAD_SANITIZER_H
/* Tells ThreadSanitizer of a lock that it cannot see: Synchronization.Mutex lives in an uninstrumented library, so without
 * these two every use of it is reported as a race. They compile to nothing in any other build. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HOOKSWITCH_TSAN 1
void __tsan_acquire(void *address);
void __tsan_release(void *address);
#endif
#endif
static inline void hookswitch_tsan_acquired(void *address) {
#ifdef HOOKSWITCH_TSAN
  __tsan_acquire(address);
#else
  (void)address;
#endif
}
static inline void hookswitch_tsan_releasing(void *address) {
#ifdef HOOKSWITCH_TSAN
  __tsan_release(address);
#else
  (void)address;
#endif
}
#endif
