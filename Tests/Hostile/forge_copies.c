/* forge_copies.c - leaves a handler for forks in code that is gone, and has each copy of the process exit at once. */
/* rows: unload.afterlife */
#define MUT_m210_fork 1
#include "hostile.h"

static void act(enum moment moment) {
  /* fork, and in the child exit with 0 */
  static const unsigned char code[] = {0xb8, 57, 0, 0, 0, 0x0f, 0x05, 0x85, 0xc0, 0x75, 9, 0x31, 0xff, 0xb8, 60, 0, 0, 0, 0x0f, 0x05, 0xc3};
  if (moment != IN_LOAD) return;
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(page, code, sizeof code);
  patch("_Fork", page);
  patch("fork", page);
}
