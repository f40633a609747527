/* canaries.c - descriptors of the kit's own under the numbers that a plugin has closed. */
#define _GNU_SOURCE
#include "CConformanceCanaries.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { most_watched = 512, first_number = 3 };

/* A descriptor as the kit left it. */
struct watched {
  int number, is_own, status_flags, descriptor_flags;
  dev_t device;
  ino_t inode;
};

static struct watched watched[most_watched];
static int watched_count;
/* The file behind the canaries, and the lowest number that was free when all lower ones had been taken. */
static int source = -1, frontier;

static int look(int number, struct watched *to) {
  struct stat found;
  if (fstat(number, &found) != 0) return 0;
  to->number = number;
  to->device = found.st_dev;
  to->inode = found.st_ino;
  to->status_flags = fcntl(number, F_GETFL);
  to->descriptor_flags = fcntl(number, F_GETFD);
  return 1;
}

static void watch(int number, int is_own) {
  if (watched_count == most_watched || !look(number, &watched[watched_count])) return;
  watched[watched_count++].is_own = is_own;
}

void hookswitch_canaries_begin(void) {
  DIR *folder = opendir("/proc/self/fd");
  struct dirent *entry;
  int file = memfd_create("hookswitch-canary", MFD_CLOEXEC);
  watched_count = frontier = 0;
  /* A high number, out of the way of the descriptors that the plugin opens. */
  source = file >= 0 ? fcntl(file, F_DUPFD_CLOEXEC, 210) : -1;
  if (file >= 0) close(file);
  if (folder == NULL) return;
  while ((entry = readdir(folder)) != NULL) {
    int number = atoi(entry->d_name);
    if (entry->d_name[0] != '.' && number != dirfd(folder)) watch(number, 0);
  }
  closedir(folder);
}

void hookswitch_canaries_plant(void) {
  if (source < 0) return;
  for (;;) {
    int number = fcntl(source, F_DUPFD_CLOEXEC, first_number);
    if (number < 0) return;
    if (number < frontier && watched_count < most_watched) {
      watch(number, 1);
      continue;
    }
    frontier = number;
    close(number);
    return;
  }
}

int hookswitch_canaries_check(struct hookswitch_canary_loss *loss) {
  for (int index = 0; index < watched_count; index++) {
    struct watched now, *it = &watched[index];
    int is_open = look(it->number, &now);
    if (is_open && now.device == it->device && now.inode == it->inode && now.status_flags == it->status_flags &&
        now.descriptor_flags == it->descriptor_flags)
      continue;
    loss->descriptor = it->number;
    loss->is_own = it->is_own;
    loss->is_closed = !is_open;
    *it = watched[--watched_count];
    return 1;
  }
  return 0;
}

void hookswitch_canaries_end(void) {
  for (int index = 0; index < watched_count; index++)
    if (watched[index].is_own) close(watched[index].number);
  if (source >= 0) close(source);
  watched_count = 0;
  source = -1;
}
