/* hang_query.c - never returns from the query, deaf to every request to end. */
#include "hostile.h"

static void act(enum moment moment) {
  if (moment != IN_QUERY) return;
  for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
  for (;;) pause();
}
