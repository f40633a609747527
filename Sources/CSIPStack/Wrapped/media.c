/* Media lines that the parser of session descriptions cannot read. */
#include "wrapped.h"

#include <sofia-sip/sdp.h>
#include <stdlib.h>
#include <string.h>

sdp_parser_t *__real_sdp_parse(su_home_t *home, char const message[], issize_t size, int flags);

/* The characters of RFC 8866's tokens. */
#define TOKEN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-!#$%&'*+.^_`{|}~"
#define BLANK " \t"
#define LINE_END "\r\n"

/* True for a port, or a port and a number of ports. */
static int is_port(const char *field, size_t size) {
  const char *end = field + size;
  size_t digits = strspn(field, "0123456789");
  if (digits == 0 || digits >= size) return digits == size;
  if (field[digits] != '/') return 0;
  field += digits + 1;
  return field < end && strspn(field, "0123456789") == (size_t)(end - field);
}

/* True for a media line whose formats the parser can read (RFC 8866 section 5.14). At a format that begins with a character of no token,
 * and at a tab after the protocol, the parser would add empty formats until no memory is left. A slash may stand in the port and in the
 * protocol only; where the port is none, the parser divides the line in another way, so no slash may stand anywhere. */
static int is_readable(const char *line) {
  int has_port = 1;
  for (int index = 0;; index++) {
    line += strspn(line, " ");
    const size_t size = strcspn(line, " " LINE_END);
    if (size == 0) return 1;
    if (index == 1) has_port = is_port(line, size);
    const int may_have_slash = has_port && (index == 1 || index == 2);
    if (strspn(line, may_have_slash ? TOKEN "/" : TOKEN) < size) return 0;
    line += size;
  }
}

static int has_readable_media(const char *message) {
  for (;;) {
    message += strspn(message, BLANK LINE_END);
    if (*message == 0) return 1;
    if (strncmp(message, "m=", 2) == 0 && !is_readable(message + 2)) return 0;
    message += strcspn(message, LINE_END);
  }
}

sdp_parser_t *__wrap_sdp_parse(su_home_t *home, char const message[], issize_t size, int flags) {
  if (message) {
    const size_t length = size < 0 ? strlen(message) : strnlen(message, (size_t)size);
    /* The message need not end with a NUL. */
    char *copy = strndup(message, length);
    const int is_safe = copy && has_readable_media(copy);
    free(copy);
    if (!is_safe) return NULL;
  }
  return __real_sdp_parse(home, message, size, flags);
}
