/* The received packets not played yet, in order of sequence number. It is independent of sessions and of time. */
#ifndef CRTP_BUFFER_H
#define CRTP_BUFFER_H

#include <stddef.h>
#include <stdint.h>

#define SLOTS 64u         /* the largest distance between its sequence numbers */
#define SLOT_BYTES 1280u  /* the longest frame of Opus has 1,275 (RFC 6716 section 3.4) */

typedef enum { SLOT_EMPTY, SLOT_SOUND, SLOT_NOISE, SLOT_EVENT } slot_kind;

/* A packet that waits for its playout. */
typedef struct { uint8_t kind, block; uint16_t sequence, bytes; } slot;

typedef struct {
  slot slots[SLOTS];
  uint8_t spare[SLOTS];   /* free blocks; the last one returned is taken first, because it is still in the cache */
  uint8_t n_spare;
  uint8_t is_open, is_filling;
  uint16_t next;          /* the sequence number that is due */
  uint32_t n, n_sound;    /* filled slots; of these, the ones with audio */
  unsigned char *blocks;
} jitter_buffer;

int crtp_buffer_open(jitter_buffer *);
void crtp_buffer_close(jitter_buffer *);
/** Empties the buffer; the next packet put is due first. */
void crtp_buffer_clear(jitter_buffer *);
/** Puts a packet into its place. Returns how many packets were lost for being late: this one, or those it pushed out. */
uint32_t crtp_buffer_put(jitter_buffer *, uint16_t sequence, slot_kind, const unsigned char *data, size_t bytes);
/** Returns the packet that is due, or `ahead` after it; NULL: it has not come. */
const slot *crtp_buffer_due(const jitter_buffer *, uint16_t ahead);
const unsigned char *crtp_buffer_data(const jitter_buffer *, const slot *);
/** Goes on to the next packet. */
void crtp_buffer_step(jitter_buffer *);

#endif
