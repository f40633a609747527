/* ref_out.c - writes JSON to a sink, which may take only a few bytes at a time, or stop. */

void put(out *o, const void *p, size_t n) {
  const char *at = p;
  while (n && !o->has_stopped) {
    int64_t taken = o->sink->write ? o->sink->write(o->sink->ctx, at, n) : -1;
    if (taken <= 0 || (uint64_t)taken > n) {
      o->has_stopped = 1;
      return;
    }
    at += taken;
    n -= (size_t)taken;
  }
}

void put_format(out *o, const char *format, ...) {
  char line[256];
  va_list rest;
  va_start(rest, format);
  vsnprintf(line, sizeof line, format, rest);
  va_end(rest);
  put(o, line, strlen(line));
}

void put_text(out *o, hsw_str s) {
  put(o, "\"", 1);
  for (size_t i = 0; i < s.n; i++) {
    unsigned char c = (unsigned char)s.p[i];
    if (c < 0x20 || c == '"' || c == '\\') put_format(o, "\\u%04x", c);
    else put(o, &s.p[i], 1);
  }
  put(o, "\"", 1);
}
