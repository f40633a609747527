#ifndef HOOKSWITCH_C_THREAD_SANITIZER_H
#define HOOKSWITCH_C_THREAD_SANITIZER_H
/* Tells ThreadSanitizer of a lock that it cannot see: Synchronization.Mutex lives in an uninstrumented library, so without
 * these two every use of it is reported as a race. They do nothing in any other build. The bodies are out of line because
 * Swift's importer of C reads this header without __has_feature(thread_sanitizer), whatever the build. */
void hookswitch_tsan_acquired(void *address);
void hookswitch_tsan_releasing(void *address);
#endif
