/* exhaust_descriptors.c - opens descriptors until there are no more, and breaks a rule. */
#define HIDES 1
#include "hostile.h"

static void act(enum moment moment) {
  if (moment == IN_INIT)
    while (dup(1) >= 0) {}
}
