#ifndef HOOKSWITCH_CTONES_NOTATION_H
#define HOOKSWITCH_CTONES_NOTATION_H
/* The parser of tone plans, line by line. */
#include "CTonesPlan.h"

/** A position in a text, and its error if any. */
typedef struct notation {
  const char *at, *end, *line_start;
  uint32_t line;
  ctones_error error;
} notation;

notation notation_of(const char *text, size_t length);

/** Parses the heading of the next plan: its country and name. Returns 1; 0 at the end of the text; -1 on an error. */
int32_t notation_heading(notation *at, ctones_plan *plan);

/** Parses the plan's lines up to the next plan; they replace tones of `plan`. Returns 0 or -1. */
int32_t notation_tones(notation *at, ctones_plan *plan);

/** Parses one tone, the rest of the line. Returns 0 or -1. */
int32_t notation_tone(notation *at, ctones_tone *tone);

/** Sets the error at this position; returns -1. */
int32_t notation_say(notation *at, const char *reason);

char notation_capital(char letter);
#endif
