/* The declarations that the files of this directory share. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <hookswitch/directory.h>
#include <stdio.h>

#define PATH_BYTES 4096
#define FAULT_BYTES 200

/* A line of the list. */
typedef struct entry {
  int64_t number;
  int64_t edition; /* of the line's last change; at least 1 */
  enum { GONE, BLOCKED, LABELLED } state;
  char label[HSW_DIRECTORY_LABEL_MAX + 2]; /* one byte more than a label may have, so that the host refuses one that is too long */
} entry;

/* The list, and its first fault. */
typedef struct numbers {
  FILE *file;
  long line;
  char fault[FAULT_BYTES];
} numbers;

/* numbers.c: the list. */
int numbers_open(numbers *list, const char *path);
int numbers_next(numbers *list, entry *out); /* 1: an entry; 0: the end; -1: a fault */
void numbers_rewind(numbers *list);
void numbers_close(numbers *list);

/* settings.c: reads {"numbers": PATH}; returns 0 with a fault. */
int read_settings(hsw_str json, char path[PATH_BYTES], char fault[FAULT_BYTES]);

#endif
