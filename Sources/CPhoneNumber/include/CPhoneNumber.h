#ifndef HOOKSWITCH_CPHONENUMBER_H
#define HOOKSWITCH_CPHONENUMBER_H
/* Telephone numbers by the number plans of the world: libphonenumber, asked from C.
 *
 * Every function may be called on any thread, at any time and from several at once; the first one of a process reads the plans,
 * which takes some milliseconds. Nothing is handed over: texts go into the caller's own memory. No exception comes out.
 *
 * A text is `text` and its length in bytes, UTF-8, as people write numbers: separators, brackets, digits of any script, letters on
 * keys, "ext. 5", and what RFC 3966 allows after "tel:". A region is two capital letters of ISO 3166-1 with a 0 behind, the country
 * that somebody dials from: "US", "GB". */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Why a text is no number that the whole world can dial. */
typedef enum hookswitch_phone_status {
  HOOKSWITCH_PHONE_OK = 0,
  /* There is no such region in the plans. */
  HOOKSWITCH_PHONE_UNKNOWN_REGION,
  /* It has no digits, or too few, or something else than a number is in it. */
  HOOKSWITCH_PHONE_NOT_A_NUMBER,
  /* It begins with a country code that nobody has. */
  HOOKSWITCH_PHONE_UNKNOWN_COUNTRY,
  HOOKSWITCH_PHONE_TOO_SHORT,
  HOOKSWITCH_PHONE_TOO_LONG,
  /* Shorter numbers are there and longer ones, but none of this length. */
  HOOKSWITCH_PHONE_NO_SUCH_LENGTH,
  /* It is complete inside its area only: the area code is missing. */
  HOOKSWITCH_PHONE_LOCAL_ONLY,
  /* A number of the region alone, dialled as it is: an emergency, enquiries. Nothing may be put before it. */
  HOOKSWITCH_PHONE_SHORT,
  /* The library failed: memory ran out. */
  HOOKSWITCH_PHONE_FAILED
} hookswitch_phone_status;

/* How a number is written. */
typedef enum hookswitch_phone_style {
  HOOKSWITCH_PHONE_E164,          /* +12125550100 */
  HOOKSWITCH_PHONE_INTERNATIONAL, /* +1 212-555-0100 */
  HOOKSWITCH_PHONE_NATIONAL,      /* (212) 555-0100 */
  HOOKSWITCH_PHONE_RFC3966        /* tel:+1-212-555-0100 */
} hookswitch_phone_style;

/* How much of two numbers is the same. */
typedef enum hookswitch_phone_match {
  HOOKSWITCH_PHONE_MATCH_NONE,
  /* One is the end of the other. */
  HOOKSWITCH_PHONE_MATCH_ENDING,
  /* The same but for a country code that one does not have. */
  HOOKSWITCH_PHONE_MATCH_NATIONAL,
  HOOKSWITCH_PHONE_MATCH_EXACT
} hookswitch_phone_match;

/* A number that was read. All texts end with a 0; a field that does not apply is empty. */
typedef struct hookswitch_phone_number {
  /* "+", country code and the rest, 15 digits at the most by E.164; some plans have longer ones. */
  char e164[24];
  /* What follows the country code (the national significant number), with zeros that are part of it. */
  char national[24];
  /* What follows "ext." */
  char extension[24];
  /* Which country of those that share the country code; "001" for numbers of none, such as +800; empty for a number that no
   * plan has. */
  char region[4];
  uint32_t country_code;
  /* Whether the plan has such a number. False is no reason not to dial it: plans grow. */
  bool is_valid;
} hookswitch_phone_number;

/* Reads a number as somebody in `region` writes it. `number` is filled for OK and LOCAL_ONLY, and empty for all else. */
hookswitch_phone_status hookswitch_phone_parse(const char *text, size_t length, const char *region, hookswitch_phone_number *number);

/* Writes a number. Returns its length without the 0 behind; when `size` is not more than that, nothing but a 0 was written. 0: it
 * cannot be written. */
size_t hookswitch_phone_format(const hookswitch_phone_number *number, hookswitch_phone_style style, char *buffer, size_t size);

/* Writes a number as somebody in `region` would dial or note it: nationally inside its country code, internationally beyond.
 * As `hookswitch_phone_format`. */
size_t hookswitch_phone_format_for(const hookswitch_phone_number *number, const char *region, char *buffer, size_t size);

/* Writes what somebody in `region` has typed so far, with the separators that a whole number of such digits will have.
 *
 * The text is the state: give all of it again with each key, and after a key was taken back. `cursor`, unless NULL, holds the
 * cursor's place in `text` in bytes and gets the one in `buffer`. As `hookswitch_phone_format`. */
size_t hookswitch_phone_format_typed(const char *text, size_t length, const char *region, size_t *cursor, char *buffer, size_t size);

/* How much of two texts is the same number. Emergency and other short numbers match by their digits, exactly or not at all. */
hookswitch_phone_match hookswitch_phone_compare(const char *a, size_t a_length, const char *b, size_t b_length, const char *region);

/* Whether a text, dialled in `region`, reaches the emergency services: also with digits after it where the network cuts them off.
 *
 * Ask this before reading it as a number: "112" can be read as +49 112. */
bool hookswitch_phone_connects_to_emergency(const char *text, size_t length, const char *region);

/* Whether a text is an emergency number of `region`, to the last digit. */
bool hookswitch_phone_is_emergency(const char *text, size_t length, const char *region);

/* Writes all emergency numbers of `region`, shortest first, with a space between them; takes some milliseconds. As `hookswitch_phone_format`. */
size_t hookswitch_phone_emergency_numbers(const char *region, char *buffer, size_t size);

/* The country code of a region; 0: there is no such region. */
uint32_t hookswitch_phone_country_code(const char *region);

#ifdef __cplusplus
}
#endif
#endif
