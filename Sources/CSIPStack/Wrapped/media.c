/* Media lines that the parser of session descriptions cannot read. */
#include "wrapped.h"

#include <sofia-sip/sdp.h>
#include <string.h>

sdp_parser_t *__real_sdp_parse(su_home_t *home, char const message[], issize_t size, int flags);

/* The characters of RFC 8866's tokens, and those between them. */
static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-!#$%&'*+.^_`{|}~/ \t";

/* At any other character of a format (RFC 8866 section 5.14) the parser would add empty formats until no memory is left. */
static int has_readable_media(const char *message, size_t size) {
  const char *end = memchr(message, 0, size);
  if (!end) end = message + size;
  for (const char *at = message; at < end;) {
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    const int is_media = end - at >= 2 && at[0] == 'm' && at[1] == '=';
    for (at += is_media ? 2 : 0; at < end && *at != '\r' && *at != '\n'; at++)
      if (is_media && !strchr(allowed, *at)) return 0;
    while (at < end && (*at == '\r' || *at == '\n')) at++;
  }
  return 1;
}

sdp_parser_t *__wrap_sdp_parse(su_home_t *home, char const message[], issize_t size, int flags) {
  if (message && !has_readable_media(message, size < 0 ? strlen(message) : (size_t)size)) return NULL;
  return __real_sdp_parse(home, message, size, flags);
}
