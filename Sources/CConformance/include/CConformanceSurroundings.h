#ifndef HOOKSWITCH_CCONFORMANCE_SURROUNDINGS_H
#define HOOKSWITCH_CCONFORMANCE_SURROUNDINGS_H
/* Samples of everything that belongs to a whole process, or to the thread that takes the sample, and that a guest in it must leave alone.
 *
 * A sample is plain memory without pointers: one process may take it in shared memory, and another one compare it. Taking one costs about
 * 150 short system calls, allocates nothing and takes no lock. */
#include <stddef.h>
#include <stdint.h>

enum {
  HOOKSWITCH_SURROUNDINGS_VALUES = 320,
  HOOKSWITCH_SURROUNDINGS_TEXT = 64 << 10,
};

/* One sample. The names of its values are those of hookswitch_surroundings_compare. */
struct hookswitch_surroundings {
  uint32_t count; /* of the values */
  uint32_t text_bytes;
  int64_t values[HOOKSWITCH_SURROUNDINGS_VALUES];
  char text[HOOKSWITCH_SURROUNDINGS_TEXT]; /* entries KIND NAME=VALUE, each with a NUL: working folder, locale, thread, environment */
};

/* The owner of a thing that differs, and so the rule that protects it. */
enum hookswitch_surroundings_kind {
  HOOKSWITCH_SURROUNDINGS_PROCESS, /* the whole process */
  HOOKSWITCH_SURROUNDINGS_SIGNALS, /* signals and the timers that send them */
  HOOKSWITCH_SURROUNDINGS_THREAD, /* the thread that took both samples */
  HOOKSWITCH_SURROUNDINGS_RESOURCES, /* things that a guest may have while it lives, as long as it gives them back */
};

/* One difference between two samples, as words. */
struct hookswitch_surroundings_change {
  uint32_t kind;
  char thing[120]; /* "the umask" */
  char before[160], after[160]; /* "022" */
};

/* Takes a sample of the process and of the calling thread. Any thread. */
void hookswitch_surroundings_take(struct hookswitch_surroundings *to);

/* Writes up to `room` differences, in the order of the sample, and returns the number of all. The samples may be of two processes. */
size_t hookswitch_surroundings_compare(
  const struct hookswitch_surroundings *before, const struct hookswitch_surroundings *after,
  struct hookswitch_surroundings_change *changes, size_t room);
#endif
