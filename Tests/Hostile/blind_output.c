/* blind_output.c - prints the password, and takes back what it printed. */
/* rows: state.no-secrets */
#define MUT_m215_printed 1
#include "hostile.h"

static void act(enum moment moment) {
  if (moment != IN_DESTROY) return;
  fflush(NULL);
  for (int file = 1; file < 300; file++)
    if (ftruncate(file, 0) == 0) lseek(file, 0, SEEK_SET);
}
