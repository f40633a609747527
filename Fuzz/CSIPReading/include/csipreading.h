/* The SIP stack's parsing of received bytes, without a stack: for the fuzzer. */
#ifndef CSIPREADING_H
#define CSIPREADING_H
#include <stddef.h>

/** Parses a datagram like the stack, and fills every field of an event from it. */
void csip_try_message(const void *bytes, size_t count);
/** Parses a session description for each of its uses. */
void csip_try_description(const char *text);
/** Reads bytes as a packet between two versions of a stack, and what follows its header as a datagram. */
void csip_try_packet(const void *bytes, size_t count);
#endif
