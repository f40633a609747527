/* files.c - the files of a test: a /tmp of its own in a namespace, or the rules of Landlock where there is no namespace. Between fork and exec
 * only async-signal-safe functions may run. */
#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CConformanceGuard.h"
#include "CSandbox.h"

/* Missing from some C libraries; the numbers are the same on every supported machine. */
enum { open_tree_call = 428, move_mount_call = 429, clone_tree = 1, with_mounts = 0x8000, from_descriptor = 4, most = 32 };

/* A file or folder right below a temporary folder, which stays visible. */
struct shown {
  char path[PATH_MAX];
  int tree;
  int is_folder;
};

/* Takes the part of `path` that lies right below `base`. Returns 0 when there is no such part, or nothing there. */
static int take(const char *base, const char *path, struct shown *shown) {
  const size_t length = strlen(base);
  if (strncmp(path, base, length) != 0 || path[length] != '/' || path[length + 1] == 0) return 0;
  const char *end = strchr(path + length + 1, '/');
  const size_t count = end == NULL ? strlen(path) : (size_t)(end - path);
  struct stat found;
  if (count >= sizeof shown->path) return 0;
  memcpy(shown->path, path, count);
  shown->path[count] = 0;
  if (lstat(shown->path, &found) != 0) return 0;
  shown->is_folder = S_ISDIR(found.st_mode);
  shown->tree = (int)syscall(open_tree_call, AT_FDCWD, shown->path, clone_tree | with_mounts | O_CLOEXEC | AT_SYMLINK_NOFOLLOW);
  return shown->tree >= 0;
}

/* Puts what was taken back at its path, unless another of that path lies there already. */
static int put(const struct shown *shown) {
  const int file = shown->is_folder ? mkdir(shown->path, 0755) : open(shown->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return errno == EEXIST ? 0 : -1;
  if (!shown->is_folder) close(file);
  return (int)syscall(move_mount_call, shown->tree, "", AT_FDCWD, shown->path, from_descriptor);
}

/* Puts an empty folder in memory at `base`, with those of the paths that lie below it. A system without that folder needs none. */
static int renew(const char *base, char *const *paths) {
  /* The guard has one thread, and this is too large for its stack in a sanitizer's build. */
  static struct shown shown[most];
  int count = 0, result = 0;
  struct stat found;
  if (lstat(base, &found) != 0 || !S_ISDIR(found.st_mode)) return 0;
  for (; *paths != NULL; paths++) {
    if (count == most) {
      errno = E2BIG;
      result = -1;
      break;
    }
    count += take(base, *paths, &shown[count]);
  }
  if (result == 0) result = mount("tmpfs", base, "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777,size=256m");
  for (int index = 0; index < count && result == 0; index++) result = put(&shown[index]);
  const int error = errno;
  for (int index = 0; index < count; index++) close(shown[index].tree);
  errno = error;
  return result;
}

int hookswitch_own_temporary(char *const *paths) { return renew("/tmp", paths) == 0 && renew("/var/tmp", paths) == 0 ? 0 : -1; }

int hookswitch_may_own_temporary(void) {
  char *const nothing[] = {NULL};
  if (renew("/tmp", nothing) != 0 || mkdir("/tmp/trial", 0755) != 0) return 0;
  struct shown trial = {.path = "/tmp/again", .is_folder = 1};
  trial.tree = (int)syscall(open_tree_call, AT_FDCWD, "/tmp/trial", clone_tree | O_CLOEXEC);
  return trial.tree >= 0 && put(&trial) == 0;
}

/* Allows changes in the folder of a file. */
static int allow_beside(int rules, int version, const char *file) {
  char folder[PATH_MAX];
  const char *end = strrchr(file, '/');
  if (end == NULL || (size_t)(end - file) >= sizeof folder) {
    errno = EINVAL;
    return -1;
  }
  memcpy(folder, file, (size_t)(end - file));
  folder[end - file] = 0;
  return hcs_allow(rules, version, folder, HCS_WRITE);
}

int hookswitch_landlock(const char *folder, const char *shared, uint32_t restricts_files) {
  const int version = hcs_landlock_version();
  if (version == 0) return 0;
  if (hcs_keep_privileges() != 0) return -1;
  const int rules = hcs_begin_rules(version, 1);
  if (rules < 0) return -1;
  int result = hcs_allow(rules, version, "/", HCS_READ | HCS_EXECUTE | (restricts_files ? 0 : HCS_WRITE | HCS_DEVICE));
  if (restricts_files) {
    if (result == 0) result = hcs_allow(rules, version, folder, HCS_WRITE);
    if (result == 0 && shared != NULL) result = allow_beside(rules, version, shared);
    if (result == 0) result = hcs_allow(rules, version, "/dev", HCS_DEVICE);
    if (result == 0) result = hcs_allow(rules, version, "/proc", HCS_DEVICE);
    /* A system without this folder shares no memory by name. */
    (void)hcs_allow(rules, version, "/dev/shm", HCS_WRITE);
  }
  if (result == 0) return hcs_enter_rules(rules);
  const int error = errno;
  close(rules);
  errno = error;
  return -1;
}

uint32_t hookswitch_landlock_found(void) { return hcs_landlock_version() > 0 ? 1 : 0; }
