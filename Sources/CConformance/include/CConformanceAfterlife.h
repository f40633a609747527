#ifndef HOOKSWITCH_CCONFORMANCE_AFTERLIFE_H
#define HOOKSWITCH_CCONFORMANCE_AFTERLIFE_H
/* Finds what a library has left behind that points into its code once the code is unmapped.
 *
 * The order: hookswitch_afterlife_begin, the library's whole life, hookswitch_afterlife_loaded, dlclose, hookswitch_afterlife_gone, and then
 * the searches. One thread; the state is one for the process. */
#include <stddef.h>
#include <stdint.h>

/* A pointer into code or data that is gone. */
struct hookswitch_dangling {
  char thing[160]; /* "the action of SIGUSR1" */
};

/* Acts of a process that call, or use, what others have left there. */
enum hookswitch_afterlife_act {
  HOOKSWITCH_AFTERLIFE_PRINTS,
  HOOKSWITCH_AFTERLIFE_READS_ENVIRONMENT,
  HOOKSWITCH_AFTERLIFE_FORMATS,
  HOOKSWITCH_AFTERLIFE_FORKS,
  HOOKSWITCH_AFTERLIFE_RECEIVES_SIGNALS,
  HOOKSWITCH_AFTERLIFE_ENDS_A_THREAD,
  HOOKSWITCH_AFTERLIFE_OPENS_A_LIBRARY,
  HOOKSWITCH_AFTERLIFE_EXITS,
  HOOKSWITCH_AFTERLIFE_EXITS_QUICKLY,
  HOOKSWITCH_AFTERLIFE_ACTS,
};

/* Notes the signal handlers and the keys of thread-local data that are there before the library. */
void hookswitch_afterlife_begin(void);

/* Notes the images of the process, while the library is among them. */
void hookswitch_afterlife_loaded(void);

/* Compares the images with those noted, and takes the memory of those that are gone, so that nothing else gets it. Returns their number. */
size_t hookswitch_afterlife_gone(void);

/* Writes up to `room` pointers into images that are gone, and returns the number of those written. */
size_t hookswitch_afterlife_dangling(struct hookswitch_dangling *found, size_t room);

/* Lets a copy of this process do one act. Returns 0 if it survived; 1 if it died in code, or by an address, that is gone; 2 if it died
 * otherwise; -1 with errno if no copy could be made. `signal` gets the signal that ended it, or 0. */
int hookswitch_afterlife_try(enum hookswitch_afterlife_act act, int *signal);

/* Returns the act in words: "prints". */
const char *hookswitch_afterlife_words(enum hookswitch_afterlife_act act);
#endif
