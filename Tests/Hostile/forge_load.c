/* forge_load.c - claims success from its constructor, with all numbers of its process that look like the secret one. */
/* rows: load.no-side-effects load.quiet load.entry-symbol load.symlink load.scan-time unload.flag-honest */
#include "hostile.h"

static void act(enum moment moment) {
  if (moment != IN_CONSTRUCTOR) return;
  claim_from_memory();
  _exit(0);
}
