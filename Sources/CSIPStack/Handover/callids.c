/* Finds the Call-IDs in a datagram. It reads headers only as far as it must: any bytes may come. */
#include "callids.h"

#include <string.h>
#include <strings.h>

typedef struct {
  const char *at, *end;
} reader;

static int is_blank(char c) { return c == ' ' || c == '\t'; }

/* Skips blanks, and the line breaks of folded headers (RFC 3261 section 7.3.1). */
static void skip_blanks(reader *r) {
  for (;;) {
    while (r->at < r->end && is_blank(*r->at)) r->at++;
    const char *next = r->at;
    if (next < r->end && *next == '\r') next++;
    if (next < r->end && *next == '\n') next++;
    if (next == r->at || next >= r->end || !is_blank(*next)) return;
    r->at = next;
  }
}

/* Reads the name of the header and its colon; empty where the line has none. */
static csip_span read_name(reader *r) {
  const csip_span none = {0};
  const char *begin = r->at;
  while (r->at < r->end && !is_blank(*r->at) && *r->at != ':' && *r->at != '\r' && *r->at != '\n') r->at++;
  const csip_span name = {begin, (size_t)(r->at - begin)};
  skip_blanks(r);
  if (r->at >= r->end || *r->at != ':') return none;
  r->at++;
  return name;
}

/* Reads a Call-ID: the text up to a blank, a parameter, a comma or the end of the line. */
static csip_span read_call_id(reader *r) {
  skip_blanks(r);
  const char *begin = r->at;
  while (r->at < r->end && !is_blank(*r->at) && !strchr(";,\r\n", *r->at)) r->at++;
  return (csip_span){begin, (size_t)(r->at - begin)};
}

/* Goes to the next line; 0 at the end. A carriage return alone ends a line too, as for the library. */
static int next_line(reader *r) {
  while (r->at < r->end && *r->at != '\n' && *r->at != '\r') r->at++;
  if (r->at < r->end && *r->at == '\r') r->at++;
  if (r->at < r->end && *r->at == '\n') r->at++;
  return r->at < r->end;
}

static int is_named(csip_span name, const char *text) {
  return name.bytes == strlen(text) && strncasecmp(name.text, text, name.bytes) == 0;
}

/* Reads headers up to the empty line. */
static csip_call_ids read_headers(reader r) {
  csip_call_ids ids = {0};
  for (int is_more = r.at < r.end; is_more && *r.at != '\r' && *r.at != '\n'; is_more = next_line(&r)) {
    if (is_blank(*r.at)) continue;
    const csip_span name = read_name(&r);
    csip_span *id = NULL;
    if (is_named(name, "Call-ID") || is_named(name, "i")) id = &ids.own;
    else if (is_named(name, "Replaces")) id = &ids.replaced;
    else if (is_named(name, "Target-Dialog")) id = &ids.target;
    if (id && !id->bytes) *id = read_call_id(&r);
  }
  return ids;
}

csip_call_ids csip_call_ids_in(const char *bytes, size_t count) {
  reader r = {bytes, bytes + count};
  /* Line breaks ahead of the first line keep a NAT open (RFC 5626 section 3.5.1). */
  while (r.at < r.end && (*r.at == '\r' || *r.at == '\n')) r.at++;
  return next_line(&r) ? read_headers(r) : (csip_call_ids){0};
}

csip_span csip_call_id_in_headers(const char *bytes, size_t count) { return read_headers((reader){bytes, bytes + count}).own; }
