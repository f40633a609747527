/* What came and is not played yet, in the order of its sequence numbers. A value and its functions: it knows no session and no time. */
#ifndef CRTP_BUFFER_H
#define CRTP_BUFFER_H

#include <stddef.h>
#include <stdint.h>

#define SLOTS 64u         /* how far apart the sequence numbers in it may be */
#define SLOT_BYTES 1280u  /* the longest frame of Opus has 1,275 (RFC 6716 section 3.4) */

typedef enum { SLOT_EMPTY, SLOT_SOUND, SLOT_NOISE, SLOT_EVENT } slot_kind;

/* A packet that waits for its time. */
typedef struct { uint8_t kind, block; uint16_t sequence, bytes; } slot;

typedef struct {
  slot slots[SLOTS];
  uint8_t spare[SLOTS];   /* blocks that no packet has; the last one given back is the first one taken, for it is still in the cache */
  uint8_t n_spare;
  uint8_t is_open, is_filling;
  uint16_t next;          /* the sequence number that is due */
  uint32_t n, n_sound;    /* slots that are filled; those of them with sound */
  unsigned char *blocks;
} jitter_buffer;

int crtp_buffer_open(jitter_buffer *);
void crtp_buffer_close(jitter_buffer *);
/** Forgets what is in it; what comes next is what is due. */
void crtp_buffer_clear(jitter_buffer *);
/** Puts a packet into its place. Gives how many packets came to nothing for being late: this one, or those it pushed out. */
uint32_t crtp_buffer_put(jitter_buffer *, uint16_t sequence, slot_kind, const unsigned char *data, size_t bytes);
/** The packet that is due, or after that; NULL: it is not there. */
const slot *crtp_buffer_due(const jitter_buffer *, uint16_t ahead);
const unsigned char *crtp_buffer_data(const jitter_buffer *, const slot *);
/** Goes on to the next one. */
void crtp_buffer_step(jitter_buffer *);

#endif
