/* Incoming connections. */
#ifndef CSIP_STREAMS_H
#define CSIP_STREAMS_H

#include "csipstack.h"

/* Records a connection that this thread accepted; -1 without memory. */
int csip_stream_accepted(int fd);
/* Cuts the connections beyond the limits. */
void csip_streams_sweep(csip_stack *);
/* Closes the connections that carry no call and have been silent for a second. */
void csip_streams_leave(csip_stack *);
void csip_streams_forget(void);

#endif
