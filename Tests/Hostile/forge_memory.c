/* forge_memory.c - searches the memory of its process for the secret number of the test, and claims success with all that look like it. */
#define HIDES 1
#include "hostile.h"

static void search(const char *from, const char *end) {
  int length = 0;
  for (const char *at = from; at < end; at++) {
    if (strchr("0123456789abcdef", *at) != NULL && *at != '\0') length++;
    else {
      char nonce[64] = "";
      if (length >= 24 && length <= 32) memcpy(nonce, at - length, (size_t)length), claim(nonce);
      length = 0;
    }
  }
}

static void act(enum moment moment) {
  static char maps[1 << 20];
  if (moment != IN_ACTIVATE) return;
  read_file("/proc/self/maps", maps, sizeof maps);
  for (char *line = strtok(maps, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    unsigned long from, end;
    if (sscanf(line, "%lx-%lx rw-p", &from, &end) == 2 && strstr(line, "rw-p") != NULL && end - from < 64 << 20)
      search((const char *)from, (const char *)end);
  }
  _exit(0);
}
