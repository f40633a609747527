/* The settings: a JSON object of texts, as far as this directory needs it. Take a JSON library for more. */
#include "numbers.h"
#include <string.h>

static const char *after_space(const char *at) { return at + strspn(at, " \t\r\n"); }

/* Copies a string, behind its first quote; returns the place behind its last, NULL for one that is too long or has an escape of letters. */
static const char *copy_string(const char *at, char *to, size_t room) {
  size_t n = 0;
  for (; *at != '"'; at++) {
    if (*at == '\\' && (!*++at || !strchr("\"\\/", *at))) return NULL;
    if (!*at || n + 1 >= room) return NULL;
    to[n++] = *at;
  }
  to[n] = 0;
  return at + 1;
}

static int wrong(char fault[FAULT_BYTES], const char *text) {
  snprintf(fault, FAULT_BYTES, "\"settings\" %s; write {\"numbers\": \"/the/path/numbers.txt\"}", text);
  return 0;
}

int read_settings(hsw_str json, char path[PATH_BYTES], char fault[FAULT_BYTES]) {
  const char *at = after_space(json.n ? json.p : ""); /* a string of the host has a NUL behind it */
  char key[64];
  path[0] = 0;
  if (!*at) return wrong(fault, "is missing");
  if (*at != '{') return wrong(fault, "is no object");
  at = after_space(at + 1);
  while (*at == '"') {
    if (!(at = copy_string(at + 1, key, sizeof key))) return wrong(fault, "has a key that is unknown");
    if (strcmp(key, "numbers")) return wrong(fault, "has a key beside numbers");
    at = after_space(at);
    if (*at != ':' || *(at = after_space(at + 1)) != '"' || !(at = copy_string(at + 1, path, PATH_BYTES)))
      return wrong(fault, "needs a text as numbers, without \\u");
    at = after_space(at);
    if (*at == ',') at = after_space(at + 1);
  }
  if (*at != '}') return wrong(fault, "is no object of texts");
  return path[0] == '/' ? 1 : wrong(fault, "needs the list's absolute path as numbers");
}
