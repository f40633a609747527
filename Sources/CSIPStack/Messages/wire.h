/* The trace of messages. */
#ifndef CSIP_WIRE_H
#define CSIP_WIRE_H

#include "csipstack.h"

/* Takes over the library's log, once for the process. */
void csip_wire_redirect(void);
/* Begins and ends the assembly of messages for this thread's stack. */
void csip_wire_open(csip_stack *);
void csip_wire_close(void);
/* Makes the library print each message, or no message any more; on the stack's thread. */
void csip_wire_set(csip_stack *, int is_on);

#endif
