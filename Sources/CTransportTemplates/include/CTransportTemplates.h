/* The templates of `hookswitch new`, as bytes. */
#ifndef C_TRANSPORT_TEMPLATES_H
#define C_TRANSPORT_TEMPLATES_H

#include <stddef.h>

/** One file of a template. */
typedef struct hookswitch_template {
  const char *_Nonnull kind;     /* "transport" or "directory" */
  const char *_Nonnull language; /* "c", "cpp", "rust", "swift" or "shell"; "": every language; "header": the languages that copy the
                                  * headers; "plugin": the languages that are compiled to a shared object */
  const char *_Nonnull path;     /* relative to the new project; may contain placeholders, as may the bytes */
  const unsigned char *_Nonnull bytes;
  size_t size;
} hookswitch_template;

/** Returns the file at `index`; NULL past the last. */
const hookswitch_template *_Nullable hookswitch_template_at(size_t index);

#endif
