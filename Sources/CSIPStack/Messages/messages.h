/* The parsing of received messages. */
#ifndef CSIP_MESSAGES_H
#define CSIP_MESSAGES_H

#include <sofia-sip/msg_types.h>

/* The maximum size of a message: a stream's reader needs one. Our own messages are far smaller. */
enum { CSIP_MESSAGE_MAX = 65536 };

/* Returns the message class with this stack's parsers. Called once, before any stack runs. */
msg_mclass_t const *csip_messages(void);

#endif
