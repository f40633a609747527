#ifndef HOOKSWITCH_CCONFORMANCE_SURROUNDINGS_PARTS_H
#define HOOKSWITCH_CCONFORMANCE_SURROUNDINGS_PARTS_H
/* The declarations that the parts of the samples share: each thing has one line that names it, and one that reads it, in the same order. */
#include <stdint.h>

#include "CConformanceSurroundings.h"

/* The form in which a value is shown. */
enum value_form { decimal, octal, hexadecimal, yes_or_no, address, action, limit, file };

/* The name and the form of a value. */
struct value_name {
  enum hookswitch_surroundings_kind kind;
  enum value_form form;
  const char *name; /* with one %s for the part, or without */
  const char *part; /* NULL for none */
};

enum { signal_count = 64, limit_count = 16, stream_count = 3 };

/* Fills in the name of the value with that index. */
void hookswitch_surroundings_name(uint32_t index, struct value_name *to);

/* Reads the values; returns their number. */
uint32_t hookswitch_surroundings_read(int64_t *values);

#endif
