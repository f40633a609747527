/* ref_json.c - the JSON that a configuration of strings and whole numbers needs. Each function returns 0 for anything else. */

static void skip_space(cursor *at) {
  while (at->p < at->end && strchr(" \t\r\n", *at->p) && *at->p) at->p++;
}

int json_skip(cursor *at, char expected) {
  skip_space(at);
  if (at->p == at->end || *at->p != expected) return 0;
  at->p++;
  skip_space(at);
  return 1;
}

static int hex4(cursor *at, unsigned *to) {
  *to = 0;
  if (at->end - at->p < 4) return 0;
  for (int i = 0; i < 4; i++, at->p++) {
    static const char digits[] = "0123456789abcdef";
    char c = *at->p;
    const char *found = c ? strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c) : NULL;
    if (!found) return 0;
    *to = *to * 16 + (unsigned)(found - digits);
  }
  return 1;
}

/* Reads the code after \u, a surrogate pair included. */
static int escaped(cursor *at, unsigned *to) {
  unsigned low;
  if (!hex4(at, to) || *to == 0 || (*to >= 0xdc00 && *to < 0xe000)) return 0;
  if (*to < 0xd800 || *to >= 0xe000) return 1;
  if (at->end - at->p < 2 || at->p[0] != '\\' || at->p[1] != 'u') return 0;
  at->p += 2;
  if (!hex4(at, &low) || low < 0xdc00 || low >= 0xe000) return 0;
  *to = 0x10000 + ((*to - 0xd800) << 10) + (low - 0xdc00);
  return 1;
}

static size_t utf8(unsigned c, char *to) {
  size_t more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  static const unsigned char firsts[] = {0, 0xc0, 0xe0, 0xf0};
  to[0] = (char)(firsts[more] | c >> (6 * more));
  for (size_t i = 1; i <= more; i++) to[i] = (char)(0x80 | (c >> (6 * (more - i)) & 0x3f));
  return more + 1;
}

/* Reads one character of a string, as up to 4 bytes. */
static size_t character(cursor *at, char *to) {
  static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
  const char *found;
  unsigned c = (unsigned char)*at->p++;
  if (c < 0x20) return 0;
  to[0] = (char)c;
  if (c != '\\') return 1;
  if (at->p == at->end) return 0;
  c = (unsigned char)*at->p++;
  if (c == 'u') return escaped(at, &c) ? utf8(c, to) : 0;
  found = c ? strchr(names, (int)c) : NULL;
  if (!found) return 0;
  to[0] = meant[found - names];
  return 1;
}

int json_string(cursor *at, char *to, size_t room) {
  size_t used = 0;
  skip_space(at);
  if (at->p == at->end || *at->p++ != '"') return 0;
  while (at->p < at->end && *at->p != '"') {
    char bytes[4];
    size_t n = character(at, bytes);
    if (!n || (used + n >= room && !MUTANT(x17))) return 0;
    memcpy(to + used, bytes, n);
    used += n;
  }
  if (at->p == at->end) return 0;
  at->p++;
  to[used] = 0;
  return 1;
}

int json_integer(cursor *at, long *to) {
  int is_negative = 0;
  const char *first;
  skip_space(at);
  if (at->p < at->end && *at->p == '-') is_negative = 1, at->p++;
  for (first = at->p, *to = 0; at->p < at->end && *at->p >= '0' && *at->p <= '9'; at->p++)
    if (*to < 1000000000) *to = *to * 10 + (*at->p - '0'); /* any greater value stays beyond every limit */
  if (at->p == first || (*first == '0' && at->p > first + 1)) return 0;
  if (at->p < at->end && strchr(".eE", *at->p)) return 0;
  if (is_negative) *to = -*to;
  return 1;
}
