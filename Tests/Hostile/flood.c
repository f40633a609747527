/* flood.c - writes to standard output without end. */
#include "hostile.h"

static void act(enum moment moment) {
  static char line[65536];
  if (moment != IN_ACTIVATE) return;
  memset(line, 'x', sizeof line);
  for (;;)
    if (write(1, line, sizeof line) < 0) usleep(100);
}
