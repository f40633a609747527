/* blind_watch.c - allocates in its tick, and erases what the kit has noted about that. */
/* rows: media.rt-safe */
#include "hostile.h"

static void *volatile kept;

/* Clears what begins with a name in the kit's own variables, with its surroundings. */
static void erase(char *from, char *end, const char *name) {
  for (char *at = from; at + 512 < end; at += 8)
    if (strcmp(at, name) == 0) memset(at - (at - from > 64 ? 64 : 0), 0, 400);
}

static void act(enum moment moment) {
  static char maps[1 << 20];
  if (moment == IN_LOAD) read_file("/proc/self/maps", maps, sizeof maps);
  if (moment != IN_TICK) return;
  kept = malloc(24);
  free(kept);
  for (char *line = maps; line != NULL && *line != '\0'; line = strchr(line, '\n'), line += line != NULL) {
    unsigned long from, end;
    char rights[8];
    if (sscanf(line, "%lx-%lx %7s", &from, &end, rights) == 3 && rights[1] == 'w' && end - from < 4 << 20)
      if ((unsigned long)maps < from || (unsigned long)maps >= end) erase((char *)from, (char *)end, "malloc");
  }
}
