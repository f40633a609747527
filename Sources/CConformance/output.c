/* output.c - leads the standard output and error of a process into a pipe, and empties it. */
#define _GNU_SOURCE
#include "CConformanceOutput.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { least_number = 100, mark_bytes = 32 };
static const size_t most_bytes = (size_t)16 << 20;

/* ------------------------------------------------------------------------------------------- where the plugin is */

int hookswitch_output_divert(struct hookswitch_diversion *to) {
  int ends[2];
  fflush(NULL);
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  /* High numbers, out of the way of the descriptors that the plugin opens. */
  to->read_end = fcntl(ends[0], F_DUPFD_CLOEXEC, least_number);
  to->write_end = fcntl(ends[1], F_DUPFD_CLOEXEC, least_number);
  to->output = fcntl(1, F_DUPFD_CLOEXEC, least_number);
  to->errors = fcntl(2, F_DUPFD_CLOEXEC, least_number);
  close(ends[0]);
  close(ends[1]);
  if (to->read_end >= 0 && to->write_end >= 0 && to->output >= 0 && to->errors >= 0 && dup2(to->write_end, 1) == 1 && dup2(to->write_end, 2) == 2)
    return 0;
  const int all[] = {to->read_end, to->write_end, to->output, to->errors};
  for (size_t index = 0; index < sizeof all / sizeof *all; index++)
    if (all[index] >= 0) close(all[index]);
  return -1;
}

void hookswitch_output_settle(const struct hookswitch_diversion *diversion) {
  close(diversion->read_end);
  close(diversion->write_end);
}

void hookswitch_output_restore(const struct hookswitch_diversion *diversion) {
  fflush(NULL);
  dup2(diversion->output, 1);
  dup2(diversion->errors, 2);
  close(diversion->output);
  close(diversion->errors);
}

/* --------------------------------------------------------------------------------------------------- in the judge */

struct hookswitch_drain {
  int read_end, write_end;
  pthread_t thread;
  char mark[mark_bytes]; /* ends the output: nobody else knows it */
  char *bytes;
  size_t count, room;
};

static int make_room(struct hookswitch_drain *drain, size_t more) {
  if (drain->count + more <= drain->room) return 1;
  const size_t room = (drain->count + more) * 2;
  char *larger = realloc(drain->bytes, room);
  if (larger == NULL) return 0;
  drain->bytes = larger;
  drain->room = room;
  return 1;
}

/* Cuts the output off at the mark; returns 0 if the last bytes, `more` of them, brought none. */
static int cut(struct hookswitch_drain *drain, size_t more) {
  const size_t place = drain->count - more < mark_bytes ? 0 : drain->count - more - mark_bytes;
  const char *at = memmem(drain->bytes + place, drain->count - place, drain->mark, mark_bytes);
  if (at == NULL) return 0;
  drain->count = (size_t)(at - drain->bytes);
  return 1;
}

/* A plugin that writes more than the limit waits at the full pipe, and its test takes too long. */
static void *empty(void *given) {
  enum { portion = 4096 };
  struct hookswitch_drain *drain = given;
  while (drain->count < most_bytes && make_room(drain, portion)) {
    const ssize_t count = read(drain->read_end, drain->bytes + drain->count, portion);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    drain->count += (size_t)count;
    if (cut(drain, (size_t)count)) break;
  }
  return NULL;
}

struct hookswitch_drain *hookswitch_drain_begin(int read_end, int write_end) {
  struct hookswitch_drain *drain = calloc(1, sizeof *drain);
  sigset_t all, before;
  int error = drain == NULL || getrandom(drain->mark, mark_bytes, 0) != mark_bytes;
  if (error == 0) {
    drain->read_end = read_end;
    drain->write_end = write_end;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    error = pthread_create(&drain->thread, NULL, empty, drain);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
  }
  if (error == 0) return drain;
  close(read_end);
  close(write_end);
  free(drain);
  return NULL;
}

void *hookswitch_drain_end(struct hookswitch_drain *drain, size_t *count) {
  void *bytes;
  /* Whole or not at all, as a pipe takes it; a thread still running empties the pipe meanwhile. */
  while (write(drain->write_end, drain->mark, mark_bytes) < 0 && errno == EINTR) {}
  pthread_join(drain->thread, NULL);
  close(drain->read_end);
  close(drain->write_end);
  bytes = drain->bytes;
  *count = drain->count;
  free(drain);
  return bytes;
}
