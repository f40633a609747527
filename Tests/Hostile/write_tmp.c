/* write_tmp.c - leaves a file in /tmp for whoever comes next, and a link in place of the kit's own folders. */
#define HIDES 1
#include "hostile.h"

static void act(enum moment moment) {
  if (moment != IN_LOAD) return;
  int file = open("/tmp/hookswitch-hostile-was-here", O_WRONLY | O_CREAT, 0666);
  if (file >= 0 && write(file, "here\n", 5) == 5) close(file);
  symlink("/etc", "/var/tmp/hookswitch-hostile-was-here");
}
