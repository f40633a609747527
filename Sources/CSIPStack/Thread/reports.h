/* Reports to the user, in turns: the events of one turn of the thread, then CSIP_TURN. */
#ifndef CSIP_REPORTS_H
#define CSIP_REPORTS_H

#include "csipstack.h"

typedef struct {
  csip_listener listener;
  csip_wire wire;
  void *context;
  int is_traced;         /* messages go to `wire` */
  int is_scheduled;      /* the end of this turn */
  int put_off, had_more; /* the number of its postponements; true when input waited the last time */
} csip_reports;

void csip_tell(csip_stack *, csip_event *);
/* Schedules the end of the turn before its first report. */
void csip_turn(csip_stack *);

#endif
