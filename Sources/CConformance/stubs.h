#ifndef HOOKSWITCH_CCONFORMANCE_STUBS_H
#define HOOKSWITCH_CCONFORMANCE_STUBS_H
/* Stubs: small functions that run something first, and then another function with the very arguments that they got, whatever its type. */
#include <stdint.h>

struct hookswitch_stub {
  const char *name;
  void *original;
  /* Runs before the original; `words` are the integer arguments in registers: six on x86-64, eight on 64-bit ARM. */
  void (*before)(const struct hookswitch_stub *stub, const uintptr_t *words);
};

/* Returns a stub of the function; the function itself where this machine has no stubs, or none is left. Not thread-safe. */
void *hookswitch_stub_make(const char *name, void *original, void (*before)(const struct hookswitch_stub *, const uintptr_t *));

/* Redirections of loaded images. */
struct hookswitch_redirection {
  const char *name;
  void *original, *stand_in;
};

/* Redirects the references of every loaded image, except the program and the dynamic linker, to the stand-ins. The table is sorted by
 * name first. `only_bound` leaves out references that are not bound to the original. Returns the number of images, or -1 if this
 * machine's way of linking is not supported. */
int hookswitch_redirect_images(struct hookswitch_redirection *table, int count, int only_bound);

#endif
