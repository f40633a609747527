/* Descriptions of sessions, mended in place before the library's parser reads them. */
#include "stack.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static int is_token(unsigned char c) { return isalnum(c) || (c && strchr("-!#$%&'*+.^_`{|}~", c)); }

/* A format that does not begin as a token does keeps the library's parser busy for ever, and so do tabs where one should be; it asks for memory each
 * time round. */
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

/* A codec without a clock rate spoils a whole description. By another name nobody looks at the line, and the codec has none (RFC 4475 has such). */
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
