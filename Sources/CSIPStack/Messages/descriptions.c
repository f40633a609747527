/* Repairs session descriptions in place before the library's parser reads them. */
#include "descriptions.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static int is_token(unsigned char c) { return isalnum(c) || (c && strchr("-!#$%&'*+.^_`{|}~", c)); }

/* The library's parser loops for ever on a format that does not begin like a token, or on a tab in its place, and allocates memory in each
 * round. */
static int mend_media(char *value, size_t length) {
  int n = 0;
  for (size_t i = 0; i < length; i++) {
    const unsigned char c = (unsigned char)value[i];
    const int is_between = i > 0 && i + 1 < length && isalnum((unsigned char)value[i - 1]) && isalnum((unsigned char)value[i + 1]);
    if (is_token(c) || c == ' ' || (c == '/' && is_between)) continue;
    value[i] = c == '\t' ? ' ' : '-';
    n++;
  }
  return n;
}

/* A codec without a clock rate makes the library reject the whole description. Renaming its line hides it, and the codec stays without a
 * name (RFC 4475 has such a message). */
static int mend_attribute(char *value, size_t length) {
  static const char name[] = "rtpmap:";
  if (length < sizeof name || strncasecmp(value, name, sizeof name - 1) != 0 || memchr(value, '/', length)) return 0;
  *value = 'x';
  return 1;
}

int csip_mend_description(char *text, size_t bytes) {
  int n = 0;
  for (size_t at = 0; at < bytes;) {
    size_t end = at;
    while (end < bytes && text[end] != '\r' && text[end] != '\n') end++;
    while (at < end && (text[at] == ' ' || text[at] == '\t')) at++;
    if (end - at > 2 && text[at + 1] == '=') {
      if (text[at] == 'm') n += mend_media(text + at + 2, end - at - 2);
      if (text[at] == 'a') n += mend_attribute(text + at + 2, end - at - 2);
    }
    at = end + 1;
  }
  return n > 0;
}
