/* The beginning and the end of a stack's thread: the state of stack.c. */
#ifndef CSIP_LIFE_H
#define CSIP_LIFE_H

#include "../sofia.h"
#include "csipstack.h"
#include "queue.h"

#include <pthread.h>

typedef struct {
  pthread_t thread;
  /* The start, for which csip_start waits. */
  pthread_mutex_t lock;          /* guards `started` and `error` */
  pthread_cond_t begun;
  int started;                   /* 1: the stack runs, -1: it cannot, and `error` says why */
  char *error;
  size_t error_bytes;
  const csip_settings *settings; /* of the start only */
  /* The end. */
  int shutting_down;             /* 1: the dialogs end, 2: the library shuts down */
  csip_order *farewell;          /* the order to shut down, made beforehand: a stack without memory must end too */
  su_timer_t *limit;             /* the time-out of the shutdown */
} csip_life;

#endif
