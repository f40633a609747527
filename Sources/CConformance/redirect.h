#ifndef HOOKSWITCH_CCONFORMANCE_REDIRECT_H
#define HOOKSWITCH_CCONFORMANCE_REDIRECT_H
/* Redirects references of some loaded images to replacements. */
#include <stdint.h>

/* A function, and its replacement. */
struct redirection {
  const char *name;
  void *stand_in;
};

/* Redirects the references of each image for which `is_wanted` returns 1, given the address at which it lies. `functions` ends with a NULL
 * name. Returns the number of those images; -1 where this machine's way of linking is not supported. */
int hookswitch_redirect(const struct redirection *functions, int (*is_wanted)(uintptr_t base));

#endif
