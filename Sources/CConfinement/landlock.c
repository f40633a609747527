#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CSandbox.h"

/* From <linux/landlock.h>, which older systems do not have, or only in part. The numbers are the same on every supported machine. */
enum { create_ruleset = 444, add_rule = 445, restrict_self = 446, version_flag = 1, path_beneath = 1 };
enum scope { abstract_sockets = 1, signals = 2, every_scope = 3, every_port = 3 };
enum access {
  execute = 1 << 0, write_file = 1 << 1, read_file = 1 << 2, read_folder = 1 << 3, remove_folder = 1 << 4, remove_file = 1 << 5,
  make_character = 1 << 6, make_folder = 1 << 7, make_file = 1 << 8, make_socket = 1 << 9, make_fifo = 1 << 10, make_block = 1 << 11,
  make_link = 1 << 12, refer = 1 << 13, truncate_file = 1 << 14, control = 1 << 15
};

struct ruleset {
  uint64_t files, ports, scopes;
};
struct beneath {
  uint64_t access;
  int32_t parent;
} __attribute__((packed));

/* The accesses that a version of Landlock knows. */
static uint64_t known(int version) {
  uint64_t all = refer - 1;
  if (version >= 2) all |= refer;
  if (version >= 3) all |= truncate_file;
  if (version >= 5) all |= control;
  return all;
}

/* The length of the ruleset that a version knows. */
static size_t length(int version) {
  if (version >= 6) return sizeof(struct ruleset);
  return version >= 4 ? offsetof(struct ruleset, scopes) : offsetof(struct ruleset, ports);
}

int hcs_landlock_version(void) {
  const long version = syscall(create_ruleset, NULL, 0, version_flag);
  return version > 0 ? (int)version : 0;
}

int hcs_keep_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

int hcs_begin_rules(int version, int connects) {
  const struct ruleset rules = {.files = known(version), .ports = connects ? 0 : every_port, .scopes = every_scope};
  return (int)syscall(create_ruleset, &rules, length(version), 0);
}

int hcs_allow(int rules, int version, const char *path, unsigned access) {
  const int file = open(path, O_PATH | O_CLOEXEC);
  if (file < 0) return -1;
  uint64_t wanted = 0;
  if (access & HCS_READ) wanted |= read_file | read_folder;
  if (access & HCS_EXECUTE) wanted |= execute;
  /* No devices: they are no files of a transport. */
  if (access & HCS_WRITE)
    wanted |= read_file | read_folder | write_file | remove_folder | remove_file | make_folder | make_file | make_socket | make_fifo | make_link
        | refer | truncate_file;
  if (access & HCS_DEVICE) wanted |= read_file | read_folder | write_file | control;
  struct stat found;
  int result = fstat(file, &found);
  if (result == 0) {
    if (!S_ISDIR(found.st_mode)) wanted &= execute | write_file | read_file | truncate_file | control;
    const struct beneath rule = {.access = wanted & known(version), .parent = file};
    result = (int)syscall(add_rule, rules, path_beneath, &rule, 0);
  }
  const int error = errno;
  close(file);
  errno = error;
  return result;
}

int hcs_enter_rules(int rules) {
  const int result = (int)syscall(restrict_self, rules, 0);
  const int error = errno;
  close(rules);
  errno = error;
  return result;
}
