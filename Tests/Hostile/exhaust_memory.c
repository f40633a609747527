/* exhaust_memory.c - takes memory until there is no more, up to a gigabyte. */
#define HIDES 1
#include "hostile.h"

static void act(enum moment moment) {
  if (moment != IN_INIT) return;
  for (int count = 0; count < 1024; count++) {
    char *some = malloc(1 << 20);
    if (some != NULL) memset(some, 1, 1 << 20);
  }
}
