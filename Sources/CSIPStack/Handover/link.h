/* The link between two versions of a stack. */
#ifndef CSIP_LINK_H
#define CSIP_LINK_H

#include "csipstack.h"
#include "marks.h"

/* Copies a link; -1 for anything but a socket of datagrams. */
int csip_link_copy(int fd);
/* Begins to pass the other version's datagrams on; 0, or -1 without a link. */
int csip_link_open(csip_stack *);
/* Tells the other version of the end, and closes the link. */
void csip_link_close(csip_stack *);
/* True when the other version has closed its end. */
int csip_link_is_gone(csip_stack *);
/* Tells the new version of a call that has begun in the old one. */
void csip_link_tell(csip_stack *, csip_mark);

#endif
