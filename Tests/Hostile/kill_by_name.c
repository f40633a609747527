/* kill_by_name.c - kills each other process whose name begins with that of the kit, and claims that it passed. */
#define HIDES 1
#include "hostile.h"

static void act(enum moment moment) {
  if (moment != IN_ACTIVATE) return;
  DIR *folder = opendir("/proc");
  for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
    char path[300], name[64] = "";
    int pid = atoi(entry->d_name);
    snprintf(path, sizeof path, "/proc/%s/comm", entry->d_name);
    if (pid <= 0 || pid == getpid() || read_file(path, name, sizeof name) == 0) continue;
    if (strncmp(name, "hookswitch", 10) == 0 || strncmp(name, "conform", 7) == 0) kill(pid, SIGKILL);
  }
  claim("0");
  _exit(0);
}
