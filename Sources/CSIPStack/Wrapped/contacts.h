/* Our Contact in calls over TLS to or from a sip: address. */
#ifndef CSIP_CONTACTS_H
#define CSIP_CONTACTS_H

#include "../Calls/dialogs.h"

void csip_contact_for_call(csip_stack *, csip_dialog *, const char *own, const char *to);
void csip_contact_for_caller(csip_stack *, csip_dialog *, sip_t const *invite);

#endif
