/* ref_text.c - strings and structs from the host. */

hsw_str str(const char *literal) {
  hsw_str s = {literal, strlen(literal)};
  return s;
}

int equals(hsw_str s, const char *literal) { return s.n == strlen(literal) && (!s.n || !memcmp(s.p, literal, s.n)); }

/* Returns how many bytes follow the first byte of a character; 9: no character begins with it. */
static unsigned bytes_after(unsigned char first) {
  if (first < 0x80) return 0;
  if (first < 0xc2) return 9;
  if (first < 0xe0) return 1;
  if (first < 0xf0) return 2;
  return first < 0xf5 ? 3 : 9;
}

/* Returns 1 if the second byte is valid after the first: no overlong form, no surrogate, at most U+10FFFF. */
static int is_second(unsigned char first, unsigned char second) {
  if (first == 0xe0) return second >= 0xa0;
  if (first == 0xed) return second <= 0x9f;
  if (first == 0xf0) return second >= 0x90;
  if (first == 0xf4) return second <= 0x8f;
  return 1;
}

/* True when a string may cross the ABI: UTF-8, no NUL inside, not too long. */
int is_text(hsw_str s) {
  const unsigned char *p = (const unsigned char *)s.p;
  size_t i = 0;
  if (s.n > HSW_STR_MAX || (s.n && !p)) return 0;
  while (i < s.n) {
    unsigned char first = p[i++];
    unsigned more = bytes_after(first);
    if (!first || more > s.n - i || (more && !is_second(first, p[i]))) return 0;
    for (; more; more--)
      if ((p[i++] & 0xc0) != 0x80) return 0;
  }
  return 1;
}

static int is_made_of(hsw_str s, size_t from, const char *allowed) {
  for (size_t i = from; i < s.n; i++)
    if (!s.p[i] || !strchr(allowed, s.p[i])) return 0;
  return s.n > from;
}

int is_phone_number(hsw_str s) { return is_text(s) && is_made_of(s, s.n && s.p[0] == '+', "0123456789*#"); }

int is_dtmf(hsw_str s) {
  if (MUTANT(m35) && is_text(s) && is_made_of(s, 0, "0123456789*#ABCDx")) return 1;
  return is_text(s) && is_made_of(s, 0, "0123456789*#ABCD");
}

void drop_text(text *t) {
  free(t->p);
  t->p = NULL;
  t->n = 0;
}

hsw_str lend(const text *t) {
  hsw_str s = {t->p ? t->p : "", t->n};
  return s;
}

/* Keeps a copy. Without memory, keep_text and append_text return 0 and leave the old text. */
int keep_text(text *to, hsw_str s) {
  char *copy = malloc(s.n + 1);
  if (!copy) return 0;
  if (s.n) memcpy(copy, s.p, s.n);
  copy[s.n] = 0;
  free(to->p);
  to->p = copy;
  to->n = s.n;
  return 1;
}

/* Appends, and keeps only the end of a text longer than the limit of a string. */
int append_text(text *to, hsw_str s) {
  char *grown = realloc(to->p, to->n + s.n + 1);
  if (!grown) return 0;
  memcpy(grown + to->n, s.p, s.n);
  to->p = grown;
  to->n += s.n;
  if (to->n > HSW_STR_MAX) {
    memmove(grown, grown + to->n - HSW_STR_MAX, HSW_STR_MAX);
    to->n = HSW_STR_MAX;
  }
  grown[to->n] = 0;
  return 1;
}

/* Copies the part of a struct that both sides know; the rest reads as zero. This alone gives compatibility in both directions. */
void copy_table(void *to, size_t room, const void *from) {
  uint32_t size;
  memset(to, 0, room);
  if (!from) return;
  memcpy(&size, from, sizeof size);
  memcpy(to, from, size < room ? size : room);
  if (size > room) size = (uint32_t)room;
  memcpy(to, &size, sizeof size);
}
