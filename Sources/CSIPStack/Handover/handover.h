/* The handover of a stack's sockets to another version, or from it. The requests are any thread's, guarded by `lock`; all else belongs to
 * the stack's thread. */
#ifndef CSIP_HANDOVER_H
#define CSIP_HANDOVER_H

#include "csiphandover.h"
#include "marks.h"
#include "outbox.h"

#include "../sofia.h"

#include <pthread.h>

typedef enum {
  CSIP_SINGLE,    /* no other version */
  CSIP_WAITING,   /* the new one, which reads nothing yet */
  CSIP_PASSING,   /* the new one, which reads all datagrams */
  CSIP_DRAINING   /* the old one, which gets its datagrams from the new one */
} csip_phase;

typedef struct {
  csip_phase phase;
  csip_recent recent;
  csip_marks theirs;      /* the calls of the other version */
  csip_outbox outbox;     /* packets that wait for room in the link */
  int link, index;        /* -1: none; the event loop's number of the link, 0: not watched */
  su_timer_t *timer;      /* of the connections without calls */
  int rounds;
  /* The requests of other threads. */
  pthread_mutex_t lock;   /* guards all below */
  pthread_cond_t changed;
  enum { CSIP_NO_REQUEST, CSIP_LENDING, CSIP_LENT, CSIP_GIVING, CSIP_GIVEN, CSIP_SETTLED } request;
  uint32_t outcome;
  int sockets[CSIP_LEND_MAX];
  size_t n_sockets;
  csip_marks given;
} csip_handover;

void csip_handover_open(csip_stack *);   /* with the stack */
void csip_handover_close(csip_stack *);
int csip_handover_begin(csip_stack *);   /* on its thread, before the library opens sockets; 0, or -1 */
void csip_handover_end(csip_stack *);    /* on its thread, after the library has closed them */
/* Lets a stack that stands still go on, so that it can end. */
void csip_handover_release(csip_stack *);

/* A call has begun, or has ended. */
void csip_handover_begins(csip_stack *, csip_mark);
void csip_handover_ends(csip_stack *, csip_mark);
/* A message has come whose transaction goes on for a while. */
void csip_handover_heard(csip_stack *, const char *call_id);

#endif
