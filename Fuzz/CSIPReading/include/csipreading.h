/* What a SIP stack does with bytes that came, without a stack: for the fuzzer. */
#ifndef CSIPREADING_H
#define CSIPREADING_H
#include <stddef.h>

/** Reads a datagram as the stack does, and from it all that events tell. */
void csip_try_message(const void *bytes, size_t count);
/** Reads a description of a session for each purpose that there is. */
void csip_try_description(const char *text);
#endif
