/* The files of the console's page, as bytes. */
#ifndef C_CONSOLE_PAGE_H
#define C_CONSOLE_PAGE_H

#include <stddef.h>

/** One file of the page. */
typedef struct hookswitch_console_file {
  const char *_Nonnull name;
  const unsigned char *_Nonnull bytes;
  size_t size;
} hookswitch_console_file;

/** Returns the file at `index`; NULL past the last. */
const hookswitch_console_file *_Nullable hookswitch_console_file_at(size_t index);

#endif
