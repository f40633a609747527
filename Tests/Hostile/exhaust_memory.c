/* exhaust_memory.c - takes memory until there is no more, up to 256 megabytes. */
#define HIDES 1
#include "hostile.h"

static void act(enum moment moment) {
  if (moment != IN_INIT) return;
  for (int count = 0; count < 256; count++) {
    char *some = malloc(1 << 20);
    if (some != NULL) memset(some, 1, 1 << 20);
  }
}
