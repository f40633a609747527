/* The parser of tone plans. Every error names its line and column, and the remedy. */
#include "notation.h"

#include <stdio.h>
#include <string.h>

notation notation_of(const char *text, size_t length) {
  notation at = {.at = text, .end = text + length, .line_start = text, .line = 1};
  return at;
}

int32_t notation_say(notation *at, const char *reason) {
  at->error.line = at->line;
  at->error.column = (uint32_t)(at->at - at->line_start) + 1u;
  snprintf(at->error.reason, sizeof at->error.reason, "%s", reason);
  return -1;
}

char notation_capital(char letter) { return letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter; }

static int is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == ','; }
static int is_digit(char c) { return c >= '0' && c <= '9'; }
static char here(const notation *at) { return at->at < at->end ? *at->at : '\n'; }

static void skip_blanks(notation *at) {
  while (at->at < at->end && is_blank(*at->at)) at->at += 1;
  if (here(at) == '#') {
    while (at->at < at->end && *at->at != '\n') at->at += 1;
  }
}

/* Advances to the next line with content; 0 at the end. */
static int next_line(notation *at) {
  for (;;) {
    skip_blanks(at);
    if (at->at >= at->end) return 0;
    if (*at->at != '\n') return 1;
    at->at += 1;
    at->line += 1;
    at->line_start = at->at;
  }
}

/* Consumes `word` if it is next and complete. Compares without copying, because a text may contain anything. */
static int takes(notation *at, const char *word) {
  const size_t length = strlen(word);
  if ((size_t)(at->end - at->at) < length || memcmp(at->at, word, length) != 0) return 0;
  const char *after = at->at + length;
  if (after < at->end && !is_blank(*after) && *after != '\n') return 0;
  at->at = after;
  return 1;
}

/* Parses a number such as 913.8, at most `most`. */
static int32_t number(notation *at, double most, double *value) {
  if (!is_digit(here(at))) return notation_say(at, "write a number here, such as 425");
  double whole = 0, unit = 1;
  const char *start = at->at;
  for (; is_digit(here(at)) && whole <= most; at->at += 1) whole = whole * 10 + (here(at) - '0');
  if (here(at) == '.') {
    at->at += 1;
    for (; is_digit(here(at)) && at->at - start < 16; at->at += 1) whole += (here(at) - '0') * (unit /= 10);
  }
  if (whole > most) {
    at->at = start;
    return notation_say(at, "this number is too large: a frequency is at most 3999 Hz, a length at most 600000 ms");
  }
  *value = whole;
  return 0;
}

static int32_t frequencies(notation *at, ctones_segment *segment) {
  uint32_t count = 0;
  for (;;) {
    double hertz;
    const char *start = at->at;
    if (number(at, 3999, &hertz) != 0) return -1;
    if (hertz == 0 && (count > 0 || here(at) == '+' || here(at) == '*' || here(at) == '@')) {
      at->at = start;
      return notation_say(at, "0 is silence and must be alone, such as 0/480");
    }
    if (count == CTONES_FREQUENCIES) {
      at->at = start;
      return notation_say(at, "at most four frequencies sound together");
    }
    segment->hertz[count++] = (float)hertz;
    if (here(at) != '+') break;
    at->at += 1;
  }
  /* The default level, shared by a tone's frequencies. */
  static const float shared[CTONES_FREQUENCIES] = {-10.0f, -13.0f, -14.8f, -16.0f};
  segment->dbm0 = shared[count - 1u];
  if (here(at) != '*') return 0;
  double modulation;
  at->at += 1;
  if (number(at, 400, &modulation) != 0) return -1;
  segment->modulation = (float)modulation;
  return 0;
}

static int32_t level(notation *at, ctones_segment *segment) {
  if (here(at) != '@') return 0;
  at->at += 1;
  const char *start = at->at;
  const int negative = here(at) == '-';
  if (negative) at->at += 1;
  double dbm0;
  if (number(at, 60, &dbm0) != 0 || (!negative && dbm0 > 3)) {
    at->at = start;
    return notation_say(at, "a level is in dBm0, from -60 to 3, such as @-13");
  }
  segment->dbm0 = (float)(negative ? -dbm0 : dbm0);
  return 0;
}

static int32_t duration(notation *at, ctones_segment *segment) {
  if (here(at) != '/') return 0;
  at->at += 1;
  double ms;
  const char *start = at->at;
  if (number(at, 600000, &ms) != 0) return -1;
  if (ms < 1 || ms != (double)(uint32_t)ms) {
    at->at = start;
    return notation_say(at, "a length is in whole milliseconds, at least 1; without one the segment sounds for ever");
  }
  segment->ms = (uint32_t)ms;
  return 0;
}

static int32_t segment(notation *at, ctones_tone *tone) {
  if (tone->n_segments == CTONES_SEGMENTS) return notation_say(at, "a tone has at most 24 segments");
  if (tone->n_segments > 0 && tone->segments[tone->n_segments - 1u].ms == 0) {
    return notation_say(at, "nothing can follow a segment without a length: give it one, such as 425/500");
  }
  const int once = here(at) == '!';
  if (once) {
    if (tone->n_once < tone->n_segments) return notation_say(at, "segments played once (!) come before those that repeat");
    at->at += 1;
  }
  ctones_segment *new = &tone->segments[tone->n_segments];
  if (frequencies(at, new) != 0 || level(at, new) != 0 || duration(at, new) != 0) return -1;
  if (!is_blank(here(at)) && here(at) != '\n' && here(at) != '#') {
    return notation_say(at, "a segment is HZ[+HZ…][*HZ][@DBM0][/MS], such as 350+440@-13/100");
  }
  tone->n_segments += 1;
  if (once) tone->n_once += 1;
  return 0;
}

int32_t notation_tone(notation *at, ctones_tone *tone) {
  memset(tone, 0, sizeof *tone);
  for (skip_blanks(at); here(at) != '\n'; skip_blanks(at)) {
    if (segment(at, tone) != 0) return -1;
  }
  return tone->n_segments > 0 ? 0 : notation_say(at, "a tone has at least one segment, such as 425 or 425/480 0/480");
}

int32_t notation_heading(notation *at, ctones_plan *plan) {
  if (!next_line(at)) return 0;
  if (!takes(at, "plan")) return notation_say(at, "a plan begins with its country, such as plan DE \"Germany\"");
  skip_blanks(at);
  for (size_t i = 0; i < 2; i++) {
    const char letter = notation_capital(here(at));
    if (letter < 'A' || letter > 'Z') return notation_say(at, "a country is two letters of ISO 3166, such as DE");
    plan->country[i] = letter;
    at->at += 1;
  }
  plan->country[2] = 0;
  skip_blanks(at);
  memset(plan->name, 0, sizeof plan->name);
  if (here(at) == '\n') return 1;
  if (here(at) != '"') return notation_say(at, "write the country's name in quotes, such as plan DE \"Germany\"");
  at->at += 1;
  size_t length = 0;
  for (; here(at) != '"' && here(at) != '\n'; at->at += 1) {
    if (length == sizeof plan->name - 1u) return notation_say(at, "a name is at most 43 bytes long");
    plan->name[length++] = here(at);
  }
  if (here(at) != '"') return notation_say(at, "the name's second quote is missing");
  at->at += 1;
  skip_blanks(at);
  return here(at) == '\n' ? 1 : notation_say(at, "a tone goes on a line of its own");
}

int32_t notation_tones(notation *at, ctones_plan *plan) {
  while (next_line(at)) {
    const notation start = *at;
    if (takes(at, "plan")) {
      *at = start;
      return 0;
    }
    /* "sit" sets all four, for countries that do not distinguish reasons. */
    const int any_sit = takes(at, "sit");
    ctones_kind kind = any_sit ? CTONES_SIT_INTERCEPT : 0;
    while (!any_sit && kind < CTONES_KINDS && !takes(at, ctones_kind_name(kind))) kind += 1;
    if (kind == CTONES_KINDS) {
      return notation_say(at, "a line is a tone: dial, recall, ringback, busy, congestion, waiting, sit or one of sit-intercept …");
    }
    if (notation_tone(at, &plan->tones[kind]) != 0) return -1;
    for (ctones_kind k = kind + 1u; any_sit && k < CTONES_KINDS; k++) plan->tones[k] = plan->tones[kind];
  }
  return 0;
}
