/* The trace of messages. */
#ifndef CSIP_WIRE_H
#define CSIP_WIRE_H

#include "csipstack.h"

/* Takes over the library's log, once for the process. */
void csip_wire_redirect(void);
/* Begins and ends the trace of this thread's stack. */
void csip_wire_open(csip_stack *);
void csip_wire_close(void);

#endif
