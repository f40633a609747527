/* The Call-IDs that a datagram names, read without the library. */
#ifndef CSIP_CALLIDS_H
#define CSIP_CALLIDS_H

#include <stddef.h>

/* A part of a datagram. */
typedef struct {
  const char *text;
  size_t bytes;
} csip_span;

/* The Call-IDs of a message: its own, and those of the dialogs that it replaces (RFC 3891) or belongs to (RFC 4538); empty: none. */
typedef struct {
  csip_span own, replaced, target;
} csip_call_ids;

csip_call_ids csip_call_ids_in(const char *bytes, size_t count);
/* Returns the Call-ID in header lines without a first line; empty: none. */
csip_span csip_call_id_in_headers(const char *bytes, size_t count);

#endif
