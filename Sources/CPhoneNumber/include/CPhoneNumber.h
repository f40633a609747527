#ifndef HOOKSWITCH_CPHONENUMBER_H
#define HOOKSWITCH_CPHONENUMBER_H
/* A C interface to libphonenumber: telephone numbers by the number plans of all countries.
 *
 * Every function is thread-safe. The first one in a process loads the plans, which takes some milliseconds. Results are written into the
 * caller's memory, and no exception leaves a function.
 *
 * A text is `text` with its length in bytes, UTF-8, as people write numbers: separators, brackets, digits of any script, letters on keys,
 * "ext. 5", and the syntax of RFC 3966 after "tel:". A region is the country from which numbers are dialled, as two capital letters of
 * ISO 3166-1 with a NUL: "US", "GB". */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The result of reading a text as a number that can be dialled from anywhere. */
typedef enum hookswitch_phone_status {
  HOOKSWITCH_PHONE_OK = 0,
  /* The number plans have no such region. */
  HOOKSWITCH_PHONE_UNKNOWN_REGION,
  /* The text has no digits, or too few, or contains something else. */
  HOOKSWITCH_PHONE_NOT_A_NUMBER,
  /* The text begins with an unassigned country code. */
  HOOKSWITCH_PHONE_UNKNOWN_COUNTRY,
  HOOKSWITCH_PHONE_TOO_SHORT,
  HOOKSWITCH_PHONE_TOO_LONG,
  /* The plan has shorter and longer numbers, but none of this length. */
  HOOKSWITCH_PHONE_NO_SUCH_LENGTH,
  /* The number is complete only within its area: the area code is missing. */
  HOOKSWITCH_PHONE_LOCAL_ONLY,
  /* A short number of the region, such as an emergency number or directory enquiries. Dial it without a prefix. */
  HOOKSWITCH_PHONE_SHORT,
  /* The library failed, for lack of memory. */
  HOOKSWITCH_PHONE_FAILED
} hookswitch_phone_status;

/* The style of a formatted number. */
typedef enum hookswitch_phone_style {
  HOOKSWITCH_PHONE_E164,          /* +12125550100 */
  HOOKSWITCH_PHONE_INTERNATIONAL, /* +1 212-555-0100 */
  HOOKSWITCH_PHONE_NATIONAL,      /* (212) 555-0100 */
  HOOKSWITCH_PHONE_RFC3966        /* tel:+1-212-555-0100 */
} hookswitch_phone_style;

/* The degree to which two numbers match. */
typedef enum hookswitch_phone_match {
  HOOKSWITCH_PHONE_MATCH_NONE,
  /* One number is the end of the other. */
  HOOKSWITCH_PHONE_MATCH_ENDING,
  /* The numbers are equal except for a country code that one of them lacks. */
  HOOKSWITCH_PHONE_MATCH_NATIONAL,
  HOOKSWITCH_PHONE_MATCH_EXACT
} hookswitch_phone_match;

/* A parsed number. All texts end with a NUL; a field that does not apply is empty. */
typedef struct hookswitch_phone_number {
  /* "+", country code and national number: at most 15 digits by E.164, though some plans have longer ones. */
  char e164[24];
  /* The national significant number: the digits after the country code, including leading zeros. */
  char national[24];
  /* The extension. */
  char extension[24];
  /* The country, of those that share the country code; "001" for numbers of none, such as +800; empty for a number that no plan has. */
  char region[4];
  uint32_t country_code;
  /* True when the plan has this number. Dial the number even when this is false: plans grow. */
  bool is_valid;
} hookswitch_phone_number;

/* Reads a number as people in `region` write it. Fills `number` for OK and LOCAL_ONLY, and clears it otherwise. */
hookswitch_phone_status hookswitch_phone_parse(const char *text, size_t length, const char *region, hookswitch_phone_number *number);

/* Formats a number. Returns the text's length without the NUL, or 0 when the number is invalid. When `size` is not larger than the length,
 * it writes only a NUL. */
size_t hookswitch_phone_format(const hookswitch_phone_number *number, hookswitch_phone_style style, char *buffer, size_t size);

/* Formats a number for people in `region`: nationally within its country code, else internationally. Returns like
 * `hookswitch_phone_format`. */
size_t hookswitch_phone_format_for(const hookswitch_phone_number *number, const char *region, char *buffer, size_t size);

/* Formats an incomplete number while it is typed in `region`.
 *
 * It keeps no state: pass the whole text after each key and after each deletion. `cursor`, unless NULL, is the cursor's byte offset in
 * `text`, and becomes the one in `buffer`. Returns like `hookswitch_phone_format`. */
size_t hookswitch_phone_format_typed(const char *text, size_t length, const char *region, size_t *cursor, char *buffer, size_t size);

/* Compares two texts as numbers. Emergency and other short numbers match by all their digits, exactly or not at all. */
hookswitch_phone_match hookswitch_phone_compare(const char *a, size_t a_length, const char *b, size_t b_length, const char *region);

/* Returns true when a text, dialled in `region`, reaches the emergency services. That includes texts with further digits, where the network
 * ignores them.
 *
 * Call this before parsing a text as a number: "112" can be parsed as +49 112. */
bool hookswitch_phone_connects_to_emergency(const char *text, size_t length, const char *region);

/* Returns true when a text is exactly an emergency number of `region`. */
bool hookswitch_phone_is_emergency(const char *text, size_t length, const char *region);

/* Writes all emergency numbers of `region`, shortest first, separated by spaces; takes some milliseconds. Returns like
 * `hookswitch_phone_format`. */
size_t hookswitch_phone_emergency_numbers(const char *region, char *buffer, size_t size);

/* Returns the country code of a region; 0 for an unknown region. */
uint32_t hookswitch_phone_country_code(const char *region);

#ifdef __cplusplus
}
#endif
#endif
