#ifndef HOOKSWITCH_CTONES_PLAN_H
#define HOOKSWITCH_CTONES_PLAN_H
/* Tone plans: a country's call progress tones. docs/tones.md describes their notation. */
#include "CTonesNullability.h"
#include <stddef.h>
#include <stdint.h>

CTONES_ASSUME_NONNULL_BEGIN

/** A tone of a plan: an index into its `tones`. */
typedef uint32_t ctones_kind;
#define CTONES_DIAL 0u             /* the exchange waits for digits */
#define CTONES_RECALL 1u           /* the same during a call, or with a waiting message ("special" or "stutter" dial tone) */
#define CTONES_RINGBACK 2u         /* the far end rings */
#define CTONES_BUSY 3u             /* the called party is busy */
#define CTONES_CONGESTION 4u       /* the network has no route to the called party; "reorder" in North America */
#define CTONES_WAITING 5u          /* another call arrives during a call */
#define CTONES_SIT_INTERCEPT 6u    /* special information: the number was changed or is no longer in use */
#define CTONES_SIT_VACANT 7u       /* special information: the number does not exist */
#define CTONES_SIT_NO_CIRCUIT 8u   /* special information: no circuit is free */
#define CTONES_SIT_REORDER 9u      /* special information: dialling error, or failure of the exchange */
#define CTONES_KINDS 10u

/** The maximum numbers of simultaneous frequencies, and of segments in a tone. */
#define CTONES_FREQUENCIES 4u
#define CTONES_SEGMENTS 24u

/** A segment of a tone with unchanging sound. */
typedef struct ctones_segment {
  float hertz[CTONES_FREQUENCIES]; /* the simultaneous frequencies, then 0; all 0 for silence */
  float modulation;                /* hertz of the amplitude modulation, with depth CTONES_DEPTH; 0 for none */
  float dbm0;                      /* the level of each frequency, sidebands included */
  uint32_t ms;                     /* the duration; 0 for an endless segment */
} ctones_segment;

/** The modulation depth: the amplitude varies between 1 - 0.85 and 1 + 0.85 of its mean. */
#define CTONES_DEPTH 0.85f

/** A tone: the first `n_once` segments play once, the rest repeat. A tone with n_once equal to n_segments ends after its last segment. */
typedef struct ctones_tone {
  uint32_t n_segments;
  uint32_t n_once;
  ctones_segment segments[CTONES_SEGMENTS];
} ctones_tone;

/** A country's tones. */
typedef struct ctones_plan {
  char country[4]; /* ISO 3166: two letters; "ZZ" stands for no country: the plan recommended by ITU-T E.180 */
  char name[44];
  ctones_tone tones[CTONES_KINDS];
} ctones_plan;

/** The position and the reason of an error in a text of plans. */
typedef struct ctones_error {
  uint32_t line, column; /* from 1 */
  char reason[120];      /* one sentence that includes the remedy */
} ctones_error;

/** Returns the number of built-in plans. */
size_t ctones_builtin_count(void);

/** Finds a built-in plan by its index, in the order of the country codes. Returns 0, or -1 when there is none. */
int32_t ctones_builtin(size_t index, ctones_plan *plan);

/** Finds the built-in plan of a country by its two-letter code, in either case. Returns 0, or -1 when there is none. */
int32_t ctones_find(const char *country, ctones_plan *plan);

/** Parses a text of plans. A plan starts as a copy of its country's built-in plan or of "ZZ", and its lines replace single tones.
 *
 * Returns the number of plans; -1 for a wrong text: then `error` holds the reason, and `plans` is invalid. */
int32_t ctones_read(const char *text, size_t length, ctones_plan *plans, size_t room, ctones_error *error);

/** Returns a kind's name in the notation, such as "sit-vacant"; NULL for an unknown kind. */
const char *CTONES_NULLABLE ctones_kind_name(ctones_kind kind);

/** Parses one tone in the notation, such as "425/480 0/480". Returns 0, or -1 with the reason in `error`. */
int32_t ctones_read_tone(const char *text, size_t length, ctones_tone *tone, ctones_error *error);

CTONES_ASSUME_NONNULL_END
#endif
