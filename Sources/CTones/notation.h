#ifndef HOOKSWITCH_CTONES_NOTATION_H
#define HOOKSWITCH_CTONES_NOTATION_H
/* The notation of tone plans: what reads it, a line at a time. */
#include "CTonesPlan.h"

/** A place in a text, and what is wrong there once something is. */
typedef struct notation {
  const char *at, *end, *line_start;
  uint32_t line;
  ctones_error error;
} notation;

notation notation_of(const char *text, size_t length);

/** Reads the line that opens the next plan: its country and name. 1; 0 at the end of the text; -1 when it is wrong. */
int32_t notation_heading(notation *at, ctones_plan *plan);

/** Reads the plan's lines, up to the next plan: they replace the tones of `plan`. 0, or -1. */
int32_t notation_tones(notation *at, ctones_plan *plan);

/** Reads one tone, which is the rest of the line. 0, or -1. */
int32_t notation_tone(notation *at, ctones_tone *tone);

/** Says what is wrong at this place. -1. */
int32_t notation_say(notation *at, const char *reason);

char notation_capital(char letter);
#endif
