/* The built-in plans: plans.tones is embedded in the library and parsed at each request, so nothing is set up or freed. */
#include "notation.h"

#include <string.h>

#if !defined(__has_embed)
#error "this needs a compiler with #embed, such as the Swift toolchain's clang"
#endif
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

static const char text[] = {
#embed "plans.tones"
};

static const char *const names[CTONES_KINDS] = {
    [CTONES_DIAL] = "dial",
    [CTONES_RECALL] = "recall",
    [CTONES_RINGBACK] = "ringback",
    [CTONES_BUSY] = "busy",
    [CTONES_CONGESTION] = "congestion",
    [CTONES_WAITING] = "waiting",
    [CTONES_SIT_INTERCEPT] = "sit-intercept",
    [CTONES_SIT_VACANT] = "sit-vacant",
    [CTONES_SIT_NO_CIRCUIT] = "sit-no-circuit",
    [CTONES_SIT_REORDER] = "sit-reorder",
};

const char *ctones_kind_name(ctones_kind kind) { return kind < CTONES_KINDS ? names[kind] : NULL; }

/* Parses the next built-in plan, starting from a copy of `ground`. Returns 1, or 0 after the last. */
static int32_t next_builtin(notation *at, const ctones_plan *ground, ctones_plan *plan) {
  *plan = *ground;
  const int32_t answer = notation_heading(at, plan);
  return answer == 1 && notation_tones(at, plan) == 0 ? 1 : 0;
}

/* Returns the position after the first plan, ZZ, which all others are based on. */
static notation beginning(ctones_plan *ground) {
  notation at = notation_of(text, sizeof text);
  static const ctones_plan nothing;
  next_builtin(&at, &nothing, ground);
  return at;
}

size_t ctones_builtin_count(void) {
  ctones_plan ground, plan;
  notation at = beginning(&ground);
  size_t count = 1;
  while (next_builtin(&at, &ground, &plan)) count += 1;
  return count;
}

int32_t ctones_builtin(size_t index, ctones_plan *plan) {
  ctones_plan ground;
  notation at = beginning(&ground);
  size_t i = 0;
  while (next_builtin(&at, &ground, plan)) {
    if (i == index) return 0;
    i += 1;
  }
  /* ZZ is first in the text and last in alphabetical order. */
  *plan = ground;
  return i == index ? 0 : -1;
}

int32_t ctones_find(const char *country, ctones_plan *plan) {
  if (strlen(country) != 2) return -1;
  const char wanted[3] = {notation_capital(country[0]), notation_capital(country[1]), 0};
  ctones_plan ground;
  notation at = beginning(&ground);
  while (next_builtin(&at, &ground, plan)) {
    if (strcmp(plan->country, wanted) == 0) return 0;
  }
  *plan = ground;
  return strcmp(plan->country, wanted) == 0 ? 0 : -1;
}

/* Parses the next plan of a program's text. Returns 1, 0 at the end of the text, or -1. */
static int32_t next_given(notation *at, ctones_plan *plan) {
  ctones_plan heading;
  const int32_t answer = notation_heading(at, &heading);
  if (answer != 1) return answer;
  if (ctones_find(heading.country, plan) != 0) ctones_find("ZZ", plan);
  memcpy(plan->country, heading.country, sizeof plan->country);
  if (heading.name[0] != 0) memcpy(plan->name, heading.name, sizeof plan->name);
  return notation_tones(at, plan) == 0 ? 1 : -1;
}

int32_t ctones_read(const char *given, size_t length, ctones_plan *plans, size_t room, ctones_error *error) {
  notation at = notation_of(given, length);
  ctones_plan plan;
  size_t count = 0;
  for (int32_t answer = next_given(&at, &plan); answer != 0; answer = next_given(&at, &plan)) {
    if (answer == 1 && count == room) answer = notation_say(&at, "the file has too many plans: put some into another file");
    if (answer < 0) {
      *error = at.error;
      return -1;
    }
    plans[count++] = plan;
  }
  return (int32_t)count;
}

int32_t ctones_read_tone(const char *given, size_t length, ctones_tone *tone, ctones_error *error) {
  notation at = notation_of(given, length);
  if (notation_tone(&at, tone) == 0) return 0;
  *error = at.error;
  return -1;
}
