/* faults_words.c - faults that disclose the password in another form, or that pass on damaged text. */

static text password; /* of the latest registration */

static void write_hex(char *to, size_t room, hsw_str from) {
  for (size_t i = 0; i < from.n && 2 * i + 2 < room; i++) snprintf(to + 2 * i, 3, "%02X", (unsigned char)from.p[i]);
}

static void write_percent(char *to, size_t room, hsw_str from) {
  for (size_t i = 0; i < from.n && 3 * i + 3 < room; i++) snprintf(to + 3 * i, 4, "%%%02x", (unsigned char)from.p[i]);
}

/* Writes "user:" and the text in Base64, as HTTP does. */
static void write_base64(char *to, size_t room, hsw_str from) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  unsigned char plain[128] = "user:";
  size_t n = 5;
  for (size_t i = 0; i < from.n && n < sizeof plain - 3; i++) plain[n++] = (unsigned char)from.p[i];
  for (size_t i = 0; i < n && room > 5; i += 3, room -= 4) {
    unsigned group = (unsigned)plain[i] << 16 | (unsigned)plain[i + 1] << 8 | plain[i + 2];
    for (unsigned shift = 24; shift; shift -= 6) *to++ = letters[group >> (shift - 6) & 63];
  }
  *to = 0;
}

static void write_reversed(char *to, size_t room, hsw_str from) {
  for (size_t i = 0; i < from.n && i + 1 < room; i++) to[i] = from.p[from.n - 1 - i];
}

static void write_file(hsw_str value) {
  const char *folder = getenv("XDG_STATE_HOME");
  char path[4096];
  FILE *file;
  snprintf(path, sizeof path, "%s/reference", folder ? folder : "/tmp");
  mkdir(path, 0700);
  snprintf(path, sizeof path, "%s/reference/account", folder ? folder : "/tmp");
  file = fopen(path, "we");
  if (!file) return;
  fprintf(file, "password=%.*s\n", (int)value.n, value.p);
  fclose(file);
}

void fault_at_secret(instance *in, hsw_str value) {
  char line[512] = "";
  if (MUTANT(m215_base64)) write_base64(line, sizeof line, value);
  if (MUTANT(m215_hex)) write_hex(line, sizeof line, value);
  if (MUTANT(m215_percent)) write_percent(line, sizeof line, value);
  if (line[0]) say_log(in, HSW_LOG_DEBUG, line);
  if (MUTANT(m215_printed)) {
    write_reversed(line, sizeof line, value);
    fprintf(stderr, "registering with %s\n", line);
  }
  if (MUTANT(m215_file)) write_file(value);
  if (MUTANT(m215_variable)) {
    snprintf(line, sizeof line, "%.*s", (int)value.n, value.p);
    setenv("REFERENCE_PASSWORD", line, 1);
  }
  if (MUTANT(m215_dump)) keep_text(&password, value);
}

void fault_at_caller(instance *in, hsw_call_info *from) {
  static char name[33];
  (void)in;
  if (!MUTANT(m216_cut) || from->display_name.n < sizeof name) return;
  memcpy(name, from->display_name.p, sizeof name - 1); /* in the middle of a character, perhaps */
  from->display_name = str(name);
}

void fault_at_dump(instance *in, const call *it, out *o) {
  char line[256] = "";
  (void)in;
  if (MUTANT(m215_dump) && password.n) {
    write_hex(line, sizeof line, lend(&password));
    put_format(o, ",\"account\":\"%s\"", line);
  }
  if (MUTANT(m216_dump) && it) {
    put(o, ",\"handle\":\"", 11);
    put(o, it->handle.p, it->handle.n);
    put(o, "\"", 1);
  }
}
