/* Sets of calls by the digests of their Call-IDs: 16 bytes each, however long a Call-ID is. */
#ifndef CSIP_MARKS_H
#define CSIP_MARKS_H

#include <stddef.h>
#include <stdint.h>

/* The first 16 bytes of the SHA-256 of a Call-ID; never all zero. */
typedef struct {
  uint64_t high, low;
} csip_mark;

/* A set with open addressing; a row of zeros is free. */
typedef struct {
  csip_mark *rows;
  size_t n, room;
} csip_marks;

/* The most calls in a list that crosses to another process. */
enum { CSIP_MARKS_MOST = 1 << 18 };

csip_mark csip_mark_of(const char *call_id, size_t bytes);
int csip_mark_is_set(csip_mark);
/* Adds a call; -1 beyond `most` calls, or without memory. */
int csip_marks_add(csip_marks *, csip_mark, size_t most);
int csip_marks_have(const csip_marks *, csip_mark);
/* Adds all calls of another set. */
int csip_marks_join(csip_marks *, const csip_marks *others, size_t most);
void csip_marks_free(csip_marks *);

/* The calls of the messages of the last 32 to 64 seconds: their transactions may still need answers (RFC 3261 section 17: 64*T1). */
typedef struct {
  csip_marks young, old;
  int64_t turned_at;  /* in milliseconds */
} csip_recent;

/* Remembers a call; a flood of more calls than fit is not remembered. */
void csip_recent_note(csip_recent *, csip_mark, int64_t now);
/* Drops what is too old. */
void csip_recent_turn(csip_recent *, int64_t now);
void csip_recent_free(csip_recent *);

#endif
