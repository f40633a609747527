/* The files of Sources/ConformanceRules/Chapters, as bytes. */
#ifndef C_CONFORMANCE_RULES_H
#define C_CONFORMANCE_RULES_H

#include <stddef.h>

/** One Markdown file of the rules. */
typedef struct hookswitch_rule_file {
  const char *_Nonnull name; /* "calls.md" */
  const unsigned char *_Nonnull bytes;
  size_t size;
} hookswitch_rule_file;

/** Returns the file at `index`, in the order of the page of rules; NULL past the last. */
const hookswitch_rule_file *_Nullable hookswitch_rule_file_at(size_t index);

#endif
