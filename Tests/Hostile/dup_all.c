/* dup_all.c - puts an empty file over every descriptor. */
#define HIDES 1
#include "hostile.h"

static void act(enum moment moment) {
  if (moment != IN_INIT) return;
  int nothing = open("/dev/null", O_RDWR);
  for (int file = 0; file < 1024; file++)
    if (file != nothing && fcntl(file, F_GETFD) >= 0) dup2(nothing, file);
}
