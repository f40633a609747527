/* Descriptions of sessions, mended in place before the library's parser reads them. */
#include "stack.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static int is_token(unsigned char c) { return isalnum(c) || (c && strchr("-!#$%&'*+.^_`{|}~", c)); }

/* A format that does not begin as a token does keeps the library's parser busy for ever, and so do tabs where one should be; it asks for memory each
 * time round. */
static void mend_media(char *value, size_t length) {
  for (size_t i = 0; i < length; i++) {
    const unsigned char c = (unsigned char)value[i];
    const int is_between = i > 0 && i + 1 < length && isalnum((unsigned char)value[i - 1]) && isalnum((unsigned char)value[i + 1]);
    if (c == '\t') value[i] = ' ';
    else if (!is_token(c) && c != ' ' && !(c == '/' && is_between)) value[i] = '-';
  }
}

/* A codec without a clock rate spoils a whole description. By another name nobody looks at the line, and the codec has none (RFC 4475 has such). */
static void mend_attribute(char *value, size_t length) {
  static const char name[] = "rtpmap:";
  if (length >= sizeof name && strncasecmp(value, name, sizeof name - 1) == 0 && !memchr(value, '/', length)) *value = 'x';
}

void csip_mend_description(char *text, size_t bytes) {
  for (size_t at = 0; at < bytes;) {
    size_t end = at;
    while (end < bytes && text[end] != '\r' && text[end] != '\n') end++;
    while (at < end && (text[at] == ' ' || text[at] == '\t')) at++;
    if (end - at > 2 && text[at + 1] == '=') {
      if (text[at] == 'm') mend_media(text + at + 2, end - at - 2);
      if (text[at] == 'a') mend_attribute(text + at + 2, end - at - 2);
    }
    at = end + 1;
  }
}
