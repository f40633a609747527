/* rubbish.c - writes random bytes to every descriptor. */
#define HIDES 1
#include "hostile.h"

static void act(enum moment moment) {
  unsigned char bytes[4096];
  if (moment != IN_ACTIVATE) return;
  for (size_t at = 0; at < sizeof bytes; at++) bytes[at] = (unsigned char)(at * 2654435761u >> 11);
  for (int file = 3; file < 1024; file++)
    if (fcntl(file, F_GETFD) >= 0 && fcntl(file, F_SETFL, O_NONBLOCK) == 0 && write(file, bytes, sizeof bytes) < 0) continue;
}
