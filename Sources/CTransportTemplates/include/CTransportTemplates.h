/* The templates of `hookswitch new transport`, as bytes. */
#ifndef C_TRANSPORT_TEMPLATES_H
#define C_TRANSPORT_TEMPLATES_H

#include <stddef.h>

/** One file of a template. */
typedef struct hookswitch_template {
  const char *_Nonnull language; /* "c", "cpp", "rust" or "swift"; "" for all of them; "header": the header, for those that copy it */
  const char *_Nonnull path;     /* in the new project; it may have placeholders in it, as the bytes may */
  const unsigned char *_Nonnull bytes;
  size_t size;
} hookswitch_template;

/** The file at `index`; NULL past the last. */
const hookswitch_template *_Nullable hookswitch_template_at(size_t index);

#endif
