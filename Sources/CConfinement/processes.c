#define _GNU_SOURCE
#include "CConfinement.h"

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A record of getdents64, called directly because opendir allocates. */
struct entry {
  uint64_t inode;
  int64_t offset;
  unsigned short length;
  unsigned char type;
  char name[];
};

static long number(const char *text) {
  long value = 0;
  if (*text == '\0') return -1;
  for (; *text >= '0' && *text <= '9'; text++) value = value * 10 + (*text - '0');
  return *text == '\0' || *text == ' ' ? value : -1;
}

/* Reads /proc/PID/stat: "PID (NAME) STATE PARENT …". The name may contain parentheses, so search for the last one. */
static int is_living_child_of(const char *pid, pid_t parent, char *name, size_t size) {
  char path[64] = "/proc/", text[512];
  strncat(path, pid, 20);
  strcat(path, "/stat");
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = '\0';
  char *begin = strchr(text, '('), *end = strrchr(text, ')');
  if (begin == NULL || end == NULL || strlen(end) < 5) return 0;
  if (end[2] == 'Z' || end[2] == 'X' || number(end + 4) != parent) return 0;
  size_t length = (size_t)(end - begin - 1);
  if (length >= size) length = size - 1;
  memcpy(name, begin + 1, length);
  name[length] = '\0';
  return 1;
}

unsigned hookswitch_kill_children(char *name, size_t size) {
  unsigned killed = 0;
  pid_t self = getpid();
  int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return 0;
  char buffer[8192] __attribute__((aligned(8)));
  long count;
  while ((count = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0) {
    for (long at = 0; at < count;) {
      struct entry *entry = (struct entry *)(void *)(buffer + at);
      at += entry->length;
      long pid = number(entry->name);
      if (pid > 0 && is_living_child_of(entry->name, self, name, size) && kill((pid_t)pid, SIGKILL) == 0) killed++;
    }
  }
  close(folder);
  return killed;
}
