/* The jitter buffer. */
#include "buffer.h"

#include <stdlib.h>
#include <string.h>

int crtp_buffer_open(jitter_buffer *buffer) {
  buffer->blocks = malloc((size_t)SLOTS * SLOT_BYTES);
  if (!buffer->blocks) return -1;
  crtp_buffer_clear(buffer);
  return 0;
}

void crtp_buffer_close(jitter_buffer *buffer) {
  free(buffer->blocks);
  buffer->blocks = NULL;
}

void crtp_buffer_clear(jitter_buffer *buffer) {
  memset(buffer->slots, 0, sizeof buffer->slots);
  for (uint8_t i = 0; i < SLOTS; i++) buffer->spare[i] = i;
  buffer->n_spare = SLOTS;
  buffer->n = buffer->n_sound = 0;
  buffer->is_open = buffer->is_filling = 0;
}

static int vacate(jitter_buffer *buffer, uint16_t sequence) {
  slot *place = &buffer->slots[sequence % SLOTS];
  if (place->kind == SLOT_EMPTY) return 0;
  buffer->n--;
  if (place->kind == SLOT_SOUND) buffer->n_sound--;
  buffer->spare[buffer->n_spare++] = place->block;
  place->kind = SLOT_EMPTY;
  return 1;
}

void crtp_buffer_step(jitter_buffer *buffer) { vacate(buffer, buffer->next++); }

uint32_t crtp_buffer_put(jitter_buffer *buffer, uint16_t sequence, slot_kind kind, const unsigned char *data, size_t bytes) {
  uint32_t late = 0;
  if (!buffer->is_open) {
    buffer->is_open = buffer->is_filling = 1;
    buffer->next = sequence;
  }
  const int16_t ahead = (int16_t)(sequence - buffer->next);
  if (ahead < 0) {
    /* While the buffer fills, an overtaken packet is still in time. */
    if (!buffer->is_filling || ahead < -(int16_t)(SLOTS / 2)) return 1;
    buffer->next = sequence;
  }
  /* A packet beyond the end pushes out the oldest; one far beyond pushes out all. */
  uint16_t over = ahead >= (int16_t)SLOTS ? (uint16_t)(ahead - (int16_t)SLOTS + 1) : 0;
  for (; over > 0 && buffer->n > 0; over--) late += (uint32_t)vacate(buffer, buffer->next++);
  buffer->next = (uint16_t)(buffer->next + over);
  slot *place = &buffer->slots[sequence % SLOTS];
  if (place->kind != SLOT_EMPTY) return late; /* a duplicate */
  *place = (slot){
      .kind = (uint8_t)kind, .block = buffer->spare[--buffer->n_spare], .sequence = sequence, .bytes = (uint16_t)bytes};
  memcpy(buffer->blocks + place->block * SLOT_BYTES, data, bytes);
  buffer->n++;
  if (kind == SLOT_SOUND) buffer->n_sound++;
  return late;
}

const slot *crtp_buffer_due(const jitter_buffer *buffer, uint16_t ahead) {
  const uint16_t sequence = (uint16_t)(buffer->next + ahead);
  const slot *due = &buffer->slots[sequence % SLOTS];
  /* A slot may hold a packet beyond the end, when `next` moved back during filling. */
  return due->kind == SLOT_EMPTY || due->sequence != sequence ? NULL : due;
}

const unsigned char *crtp_buffer_data(const jitter_buffer *buffer, const slot *slot) { return buffer->blocks + slot->block * SLOT_BYTES; }
