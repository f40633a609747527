/* Strings and structs that cross the ABI; structs may be longer or shorter than ours. */
#include "instance.h"
#include <string.h>

/* Copies the part of a struct that both sides know: this alone gives compatibility with older and newer hosts. */
void copy_table(void *to, size_t room, const void *from) {
  uint32_t size;
  memset(to, 0, room);
  if (!from) return;
  memcpy(&size, from, sizeof size);
  memcpy(to, from, size < room ? size : room);
}

hsw_str str(const char *text) {
  hsw_str s = {text, strlen(text)};
  return s;
}

int equals(hsw_str s, const char *text) { return s.n == strlen(text) && !memcmp(s.p, text, s.n); }

/* True when `s` has at least one character, only these characters, and at most HSW_STR_MAX bytes. */
int is_made_of(hsw_str s, const char *characters) {
  size_t i;
  for (i = 0; i < s.n && i < HSW_STR_MAX; i++)
    if (!s.p[i] || !strchr(characters, s.p[i])) return 0;
  return s.n > 0 && s.n <= HSW_STR_MAX;
}

/* True when a string may cross the ABI: UTF-8, no NUL inside, no overlong forms, no surrogates, at most U+10FFFF. */
static int is_text(hsw_str s) {
  const unsigned char *p = (const unsigned char *)s.p;
  size_t i = 0, k;
  if (s.n > HSW_STR_MAX || (s.n && !p)) return 0;
  while (i < s.n) {
    unsigned c = p[i++], more = c < 0x80 ? 0 : c < 0xc2 ? 9 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : c < 0xf5 ? 3 : 9;
    if (!c || more > s.n - i) return 0;
    if ((c == 0xe0 && p[i] < 0xa0) || (c == 0xed && p[i] > 0x9f) || (c == 0xf0 && p[i] < 0x90) || (c == 0xf4 && p[i] > 0x8f)) return 0;
    for (k = 0; k < more; k++)
      if ((p[i++] & 0xc0) != 0x80) return 0;
  }
  return 1;
}

/* Reads a call's parties; returns an error for a struct or string that breaks the contract. */
hsw_status read_info(hsw_call_info *to, const hsw_call_info *from) {
  copy_table(to, sizeof *to, from);
  to->size = sizeof *to;
  if (to->flags & HSW_MUST) return HSW_E_NOTSUP; /* none of those is known here */
  if (to->presentation > HSW_PRESENTATION_UNAVAILABLE) return HSW_E_RANGE;
  return is_text(to->handle_kind) && is_text(to->handle) && is_text(to->display_name) && is_text(to->local_handle) &&
                 is_text(to->diverted_from) && is_text(to->correlation_id) && is_text(to->extra_json)
             ? HSW_OK
             : HSW_E_INVAL;
}
