#ifndef HOOKSWITCH_CCONFORMANCE_CANARIES_H
#define HOOKSWITCH_CCONFORMANCE_CANARIES_H
/* Finds a plugin that closes, replaces or changes descriptors which it did not open.
 *
 * As soon as the plugin has closed a descriptor, the kit opens a file of its own under that number, a canary: a second close of the number,
 * which in a host would close another transport's socket, closes the canary. The descriptors that were open before the plugin are watched
 * too. One thread. */
#include <stdint.h>

/* A descriptor that is not as the kit left it. */
struct hookswitch_canary_loss {
  int descriptor;
  int is_own; /* 1: a canary, under a number that the plugin had closed before; 0: open before the plugin was */
  int is_closed; /* 1: closed; 0: another file, or other flags */
};

/* Notes the descriptors that are open now. */
void hookswitch_canaries_begin(void);

/* Opens a canary under each number that has become free. Call it before each plugin function. */
void hookswitch_canaries_plant(void);

/* Returns 1 and the first descriptor that is not as the kit left it, which is then forgotten; 0 for none. */
int hookswitch_canaries_check(struct hookswitch_canary_loss *loss);

/* Closes the canaries. */
void hookswitch_canaries_end(void);
#endif
