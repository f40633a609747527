/* The list of numbers. Replace it with your source: a database, or a service, for which the directory's configuration needs
 * "network": true. */
#include "numbers.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int numbers_open(numbers *list, const char *path) {
  memset(list, 0, sizeof *list);
  list->file = fopen(path, "re");
  if (!list->file) snprintf(list->fault, sizeof list->fault, "cannot open %.120s: %s", path, strerror(errno));
  return list->file != NULL;
}

static int wrong(numbers *list, const char *text) {
  snprintf(list->fault, sizeof list->fault, "the list's line %ld %s", list->line, text);
  return -1;
}

/* Reads a number of decimal digits and the space after it; returns 0 for other text. */
static int64_t digits(char **at) {
  char *end;
  long long value;
  if (**at < '1' || **at > '9') return 0;
  errno = 0;
  value = strtoll(*at, &end, 10);
  if (errno || *end != ' ') return 0;
  *at = end + 1;
  return value;
}

int numbers_next(numbers *list, entry *out) {
  char text[512], *at = text;
  do {
    list->line++;
    if (!fgets(text, sizeof text, list->file)) {
      if (ferror(list->file)) return wrong(list, "cannot be read");
      return 0;
    }
    if (!strchr(text, '\n') && !feof(list->file)) return wrong(list, "is too long");
    text[strcspn(text, "\r\n")] = 0;
  } while (!text[0] || text[0] == '#');
  memset(out, 0, sizeof *out);
  out->number = digits(&at);
  out->edition = out->number ? digits(&at) : 0;
  if (!out->edition) return wrong(list, "does not begin with a number and an edition");
  if (!strcmp(at, "gone")) return 1;
  if (!strcmp(at, "block")) {
    out->state = BLOCKED;
    return 1;
  }
  if (strncmp(at, "identify ", 9)) return wrong(list, "has none of the words block, identify LABEL and gone");
  out->state = LABELLED;
  /* The host refuses a label that is too long, empty, or no UTF-8. */
  snprintf(out->label, sizeof out->label, "%s", at + 9);
  return 1;
}

void numbers_rewind(numbers *list) {
  rewind(list->file);
  list->line = 0;
}

void numbers_close(numbers *list) { fclose(list->file); }
