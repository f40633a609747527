/* surroundings.c - takes a sample of a process: its values, and its texts. */
#define _GNU_SOURCE
#include "CConformanceSurroundings.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "surroundings.h"

extern char **environ;

/* Appends one entry; one that does not fit is left out. */
static void append(struct hookswitch_surroundings *to, char kind, const char *name, const char *value) {
  size_t room = sizeof to->text - to->text_bytes;
  int length = snprintf(to->text + to->text_bytes, room, "%c%s%s%s", kind, name, value != NULL ? "=" : "", value != NULL ? value : "");
  if (length > 0 && (size_t)length + 1 <= room) to->text_bytes += (uint32_t)length + 1;
}

static void read_texts(struct hookswitch_surroundings *to) {
  static const struct {
    int category;
    const char *name;
  } categories[] = {
    {LC_CTYPE, "LC_CTYPE"},       {LC_NUMERIC, "LC_NUMERIC"}, {LC_TIME, "LC_TIME"},           {LC_COLLATE, "LC_COLLATE"},
    {LC_MONETARY, "LC_MONETARY"}, {LC_PAPER, "LC_PAPER"},     {LC_MESSAGES, "LC_MESSAGES"},   {LC_NAME, "LC_NAME"},
    {LC_ADDRESS, "LC_ADDRESS"},   {LC_TELEPHONE, "LC_TELEPHONE"}, {LC_MEASUREMENT, "LC_MEASUREMENT"}, {LC_IDENTIFICATION, "LC_IDENTIFICATION"},
  };
  char folder[4096], thread[32] = "";
  append(to, 'F', "the working folder", getcwd(folder, sizeof folder) != NULL ? folder : "a folder that is gone");
  for (size_t index = 0; index < sizeof categories / sizeof *categories; index++)
    append(to, 'L', categories[index].name, setlocale(categories[index].category, NULL));
  prctl(PR_GET_NAME, thread);
  append(to, 'T', "the name of the host's thread", thread);
  for (char **variable = environ; variable != NULL && *variable != NULL; variable++) append(to, 'E', *variable, NULL);
}

void hookswitch_surroundings_take(struct hookswitch_surroundings *to) {
  to->text_bytes = 0;
  to->count = hookswitch_surroundings_read(to->values);
  read_texts(to);
}

/* ------------------------------------------------------------------------------------------------------------ comparing */

struct changes {
  struct hookswitch_surroundings_change *list;
  size_t room, count;
};

static struct hookswitch_surroundings_change *next_change(struct changes *to, enum hookswitch_surroundings_kind kind) {
  static struct hookswitch_surroundings_change beyond;
  struct hookswitch_surroundings_change *change = to->count < to->room ? &to->list[to->count] : &beyond;
  to->count++;
  if (change != &beyond) change->kind = kind;
  return change;
}

static void show_action(char *to, size_t size, int64_t value) {
  if (value == 0) snprintf(to, size, "the default action");
  else if (value == 1) snprintf(to, size, "ignored");
  else snprintf(to, size, "the handler at 0x%llx", (unsigned long long)value);
}

static void show(char *to, size_t size, enum value_form form, int64_t value) {
  switch (form) {
  case decimal: snprintf(to, size, "%lld", (long long)value); break;
  case octal: snprintf(to, size, "0%llo", (unsigned long long)value); break;
  case hexadecimal:
  case address: snprintf(to, size, "0x%llx", (unsigned long long)value); break;
  case yes_or_no: snprintf(to, size, "%s", value != 0 ? "on" : "off"); break;
  case action: show_action(to, size, value); break;
  case limit:
    if (value == -1) snprintf(to, size, "no limit");
    else snprintf(to, size, "%lld", (long long)value);
    break;
  case file:
    if (value == -1) snprintf(to, size, "closed");
    else snprintf(to, size, "file 0x%llx", (unsigned long long)value);
    break;
  }
}

static void compare_values(const struct hookswitch_surroundings *before, const struct hookswitch_surroundings *after, struct changes *to) {
  uint32_t count = before->count < after->count ? before->count : after->count;
  if (count > HOOKSWITCH_SURROUNDINGS_VALUES) count = HOOKSWITCH_SURROUNDINGS_VALUES;
  if (memcmp(before->values, after->values, count * sizeof *before->values) == 0) return;
  for (uint32_t index = 0; index < count; index++) {
    struct value_name name;
    struct hookswitch_surroundings_change *change;
    if (before->values[index] == after->values[index]) continue;
    hookswitch_surroundings_name(index, &name);
    change = next_change(to, name.kind);
    snprintf(change->thing, sizeof change->thing, name.name, name.part != NULL ? name.part : "");
    show(change->before, sizeof change->before, name.form, before->values[index]);
    show(change->after, sizeof change->after, name.form, after->values[index]);
  }
}

static uint32_t text_end(const struct hookswitch_surroundings *of) {
  uint32_t end = of->text_bytes < sizeof of->text ? of->text_bytes : (uint32_t)sizeof of->text;
  while (end > 0 && of->text[end - 1] != '\0') end--;
  return end;
}

/* Returns the entry of `in` with the name of `entry`, or NULL. */
static const char *counterpart(const struct hookswitch_surroundings *in, const char *entry) {
  size_t length = strcspn(entry, "=");
  for (uint32_t place = 0, end = text_end(in); place < end; place += (uint32_t)strlen(in->text + place) + 1)
    if (strncmp(in->text + place, entry, length) == 0 && (in->text[place + length] == '=' || in->text[place + length] == '\0'))
      return in->text + place;
  return NULL;
}

static const char *value_of(const char *entry) {
  const char *sign = entry != NULL ? strchr(entry, '=') : NULL;
  return sign != NULL ? sign + 1 : "";
}

static void tell_text(struct changes *to, const char *entry, const char *before, const char *after) {
  static const char *const forms[] = {"%.*s", "the locale's %.*s", "the environment variable %.*s"};
  const char *form = forms[*entry == 'L' ? 1 : *entry == 'E' ? 2 : 0];
  struct hookswitch_surroundings_change *change =
    next_change(to, *entry == 'T' ? HOOKSWITCH_SURROUNDINGS_THREAD : HOOKSWITCH_SURROUNDINGS_PROCESS);
  int length = (int)strcspn(entry, "=") - 1;
  snprintf(change->thing, sizeof change->thing, form, length < 90 ? length : 90, entry + 1);
  /* No value of a variable is shown: it may be a secret. */
  if (*entry == 'E') {
    snprintf(change->before, sizeof change->before, "%s", before == NULL ? "unset" : after == NULL ? "set" : "one value");
    snprintf(change->after, sizeof change->after, "%s", after == NULL ? "unset" : before == NULL ? "set" : "another");
  } else {
    snprintf(change->before, sizeof change->before, "\"%.150s\"", value_of(before));
    snprintf(change->after, sizeof change->after, "\"%.150s\"", value_of(after));
  }
}

static void compare_texts(const struct hookswitch_surroundings *before, const struct hookswitch_surroundings *after, struct changes *to) {
  uint32_t ends[] = {text_end(before), text_end(after)};
  if (ends[0] == ends[1] && memcmp(before->text, after->text, ends[0]) == 0) return;
  for (uint32_t place = 0; place < ends[0]; place += (uint32_t)strlen(before->text + place) + 1) {
    const char *entry = before->text + place, *other = counterpart(after, entry);
    if (other == NULL || strcmp(entry, other) != 0) tell_text(to, entry, entry, other);
  }
  for (uint32_t place = 0; place < ends[1]; place += (uint32_t)strlen(after->text + place) + 1)
    if (counterpart(before, after->text + place) == NULL) tell_text(to, after->text + place, NULL, after->text + place);
}

size_t hookswitch_surroundings_compare(
  const struct hookswitch_surroundings *before, const struct hookswitch_surroundings *after,
  struct hookswitch_surroundings_change *changes, size_t room) {
  struct changes to = {changes, room, 0};
  compare_values(before, after, &to);
  compare_texts(before, after, &to);
  return to.count;
}
