/* The hosts whose servers may challenge an account. */
#ifndef CSIP_HOMES_H
#define CSIP_HOMES_H

#include "../Calls/dialogs.h"

/* Keeps the hosts of these addresses as those that may challenge us, and notes if `to` is one of them. */
void csip_homes_keep(csip_dialog *, const char *addresses_or_null, const char *to);
/* Removes the contacts of a redirection that must not be followed. */
void csip_redirected(csip_stack *, sip_t *);

#endif
