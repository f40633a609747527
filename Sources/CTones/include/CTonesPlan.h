#ifndef HOOKSWITCH_CTONES_PLAN_H
#define HOOKSWITCH_CTONES_PLAN_H
/* Tone plans: what a country's call progress tones sound like. docs/tones.md has the notation that they are read from. */
#include "CTonesNullability.h"
#include <stddef.h>
#include <stdint.h>

CTONES_ASSUME_NONNULL_BEGIN

/** Which tone of a plan: an index into its `tones`. */
typedef uint32_t ctones_kind;
#define CTONES_DIAL 0u             /* the exchange waits for digits */
#define CTONES_RECALL 1u           /* the same within a call, or with a message waiting ("special" or "stutter" dial tone) */
#define CTONES_RINGBACK 2u         /* the far end rings */
#define CTONES_BUSY 3u             /* the called party is busy */
#define CTONES_CONGESTION 4u       /* the network has no way to the called party; "reorder" in North America */
#define CTONES_WAITING 5u          /* somebody calls while one talks */
#define CTONES_SIT_INTERCEPT 6u    /* special information: the number is no longer in use, or was changed */
#define CTONES_SIT_VACANT 7u       /* special information: there is no such number */
#define CTONES_SIT_NO_CIRCUIT 8u   /* special information: no circuit is free */
#define CTONES_SIT_REORDER 9u      /* special information: dialled wrongly, or the exchange failed */
#define CTONES_KINDS 10u

/** How many frequencies sound together, and how many segments a tone has, at most. */
#define CTONES_FREQUENCIES 4u
#define CTONES_SEGMENTS 24u

/** A stretch of a tone in which the same sounds. */
typedef struct ctones_segment {
  float hertz[CTONES_FREQUENCIES]; /* what sounds together; 0 from the first that does not; all 0: silence */
  float modulation;                /* hertz: their amplitude follows this one, CTONES_DEPTH deep; 0: it does not */
  float dbm0;                      /* the level of each frequency, with its sidebands where it is modulated */
  uint32_t ms;                     /* how long; 0: for ever */
} ctones_segment;

/** How deep a modulated tone is: its amplitude swings between 1 - 0.85 and 1 + 0.85 of the mean. */
#define CTONES_DEPTH 0.85f

/** A tone: its first `n_once` segments are played once, the rest again and again. It ends after its last segment when n_once is n_segments. */
typedef struct ctones_tone {
  uint32_t n_segments;
  uint32_t n_once;
  ctones_segment segments[CTONES_SEGMENTS];
} ctones_tone;

/** A country's tones. */
typedef struct ctones_plan {
  char country[4]; /* ISO 3166: two letters; "ZZ" is no country, what ITU-T E.180 recommends */
  char name[44];
  ctones_tone tones[CTONES_KINDS];
} ctones_plan;

/** Where a text of plans went wrong. */
typedef struct ctones_error {
  uint32_t line, column; /* from 1 */
  char reason[120];      /* a sentence, with what to write instead */
} ctones_error;

/** How many plans are built in. */
size_t ctones_builtin_count(void);

/** The built-in plan at an index, in the order of their letters. 0, or -1 when there is none. */
int32_t ctones_builtin(size_t index, ctones_plan *plan);

/** The built-in plan of a country, by its two letters of either case. 0, or -1 when there is none. */
int32_t ctones_find(const char *country, ctones_plan *plan);

/** Reads a text of plans. A plan begins as the built-in one of its country, or as "ZZ", and its lines replace single tones.
 *  How many plans were read; -1 when the text is wrong, `error` says where, and `plans` is not to be used. */
int32_t ctones_read(const char *text, size_t length, ctones_plan *plans, size_t room, ctones_error *error);

/** The word for a kind in the notation, such as "sit-vacant"; NULL when there is no such kind. */
const char *CTONES_NULLABLE ctones_kind_name(ctones_kind kind);

/** Reads one tone in the notation, such as "425/480 0/480". 0, or -1 when it is wrong and `error` says where. */
int32_t ctones_read_tone(const char *text, size_t length, ctones_tone *tone, ctones_error *error);

CTONES_ASSUME_NONNULL_END
#endif
