/* Sets of calls. */
#include "marks.h"

#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64, RECENT_MOST = 65536, RECENT_MS = 32000 };

csip_mark csip_mark_of(const char *call_id, size_t bytes) {
  unsigned char digest[SHA256_DIGEST_LENGTH];
  csip_mark mark;
  SHA256((const unsigned char *)call_id, bytes, digest);
  memcpy(&mark, digest, sizeof mark);
  mark.low |= 1;
  return mark;
}

int csip_mark_is_set(csip_mark mark) { return mark.high || mark.low; }

/* Returns the row of a mark, or the free row where it belongs. The set has rows, and one of them is free. */
static csip_mark *row(const csip_marks *set, csip_mark mark) {
  size_t i = (size_t)(mark.high ^ mark.low) & (set->room - 1);
  while (csip_mark_is_set(set->rows[i]) && (set->rows[i].high != mark.high || set->rows[i].low != mark.low)) i = (i + 1) & (set->room - 1);
  return &set->rows[i];
}

static int grow(csip_marks *set) {
  csip_marks more = {.room = set->room ? set->room * 2 : FIRST_ROOM, .n = set->n};
  more.rows = calloc(more.room, sizeof *more.rows);
  if (!more.rows) return -1;
  for (size_t i = 0; i < set->room; i++)
    if (csip_mark_is_set(set->rows[i])) *row(&more, set->rows[i]) = set->rows[i];
  free(set->rows);
  *set = more;
  return 0;
}

int csip_marks_have(const csip_marks *set, csip_mark mark) { return set->n && csip_mark_is_set(*row(set, mark)); }

int csip_marks_add(csip_marks *set, csip_mark mark, size_t most) {
  if (!csip_mark_is_set(mark)) return -1;
  if (csip_marks_have(set, mark)) return 0;
  if (set->n >= most || ((set->n + 1) * 4 > set->room * 3 && grow(set))) return -1;
  *row(set, mark) = mark;
  set->n++;
  return 0;
}

int csip_marks_join(csip_marks *set, const csip_marks *others, size_t most) {
  for (size_t i = 0; i < others->room; i++)
    if (csip_mark_is_set(others->rows[i]) && csip_marks_add(set, others->rows[i], most)) return -1;
  return 0;
}

void csip_marks_free(csip_marks *set) {
  free(set->rows);
  *set = (csip_marks){0};
}

void csip_recent_turn(csip_recent *recent, int64_t now) {
  if (now - recent->turned_at < RECENT_MS) return;
  csip_marks_free(&recent->old);
  /* After a longer pause both are too old. */
  if (now - recent->turned_at >= 2 * RECENT_MS) csip_marks_free(&recent->young);
  recent->old = recent->young;
  recent->young = (csip_marks){0};
  recent->turned_at = now;
}

void csip_recent_note(csip_recent *recent, csip_mark mark, int64_t now) {
  csip_recent_turn(recent, now);
  (void)csip_marks_add(&recent->young, mark, RECENT_MOST);
}

void csip_recent_free(csip_recent *recent) {
  csip_marks_free(&recent->young);
  csip_marks_free(&recent->old);
}
