#include "CRunnerChannel.h"

#include <string.h>

/* The positions of `waiting` and `wants_room` behind the tail. */
enum { WAITING = 1, WANTS_ROOM = 2 };

static uint32_t *control(unsigned char *channel, uint32_t at) { return (uint32_t *)(void *)(channel + at); }

static hrc_writer writer(unsigned char *channel, uint32_t ring, uint32_t head, uint32_t tail) {
  return (hrc_writer){.ring = channel + ring, .shared_head = control(channel, head), .shared_tail = control(channel, tail)};
}

static hrc_reader reader(unsigned char *channel, uint32_t ring, uint32_t head, uint32_t tail) {
  return (hrc_reader){.ring = channel + ring, .shared_head = control(channel, head), .shared_tail = control(channel, tail)};
}

hrc_writer hrc_orders_writer(unsigned char *channel) { return writer(channel, HRC_ORDERS_AT, HRC_ORDERS_HEAD_AT, HRC_ORDERS_TAIL_AT); }
hrc_reader hrc_orders_reader(unsigned char *channel) { return reader(channel, HRC_ORDERS_AT, HRC_ORDERS_HEAD_AT, HRC_ORDERS_TAIL_AT); }
hrc_writer hrc_words_writer(unsigned char *channel) { return writer(channel, HRC_WORDS_AT, HRC_WORDS_HEAD_AT, HRC_WORDS_TAIL_AT); }
hrc_reader hrc_words_reader(unsigned char *channel) { return reader(channel, HRC_WORDS_AT, HRC_WORDS_HEAD_AT, HRC_WORDS_TAIL_AT); }

/* ---------------------------------------------------------------------------------------------------------------- the header */

static void put16(unsigned char *p, uint16_t v) { p[0] = (unsigned char)v, p[1] = (unsigned char)(v >> 8); }
static void put32(unsigned char *p, uint32_t v) { put16(p, (uint16_t)v), put16(p + 2, (uint16_t)(v >> 16)); }
static void put64(unsigned char *p, uint64_t v) { put32(p, (uint32_t)v), put32(p + 4, (uint32_t)(v >> 32)); }
static uint16_t get16(const unsigned char *p) { return (uint16_t)(p[0] | p[1] << 8); }
static uint32_t get32(const unsigned char *p) { return get16(p) | (uint32_t)get16(p + 2) << 16; }
static uint64_t get64(const unsigned char *p) { return get32(p) | (uint64_t)get32(p + 4) << 32; }

void hrc_encode(const hrc_header *header, unsigned char *bytes) {
  put32(bytes, header->bytes);
  put16(bytes + 4, header->type);
  put16(bytes + 6, header->flags);
  put32(bytes + 8, header->seq);
  put16(bytes + 12, header->instance);
  put16(bytes + 14, header->epoch);
  put64(bytes + 16, header->call);
  put64(bytes + 24, header->other);
}

void hrc_decode(hrc_header *header, const unsigned char *bytes) {
  header->bytes = get32(bytes);
  header->type = get16(bytes + 4);
  header->flags = get16(bytes + 6);
  header->seq = get32(bytes + 8);
  header->instance = get16(bytes + 12);
  header->epoch = get16(bytes + 14);
  header->call = get64(bytes + 16);
  header->other = get64(bytes + 24);
}

/* ----------------------------------------------------------------------------------------------------------------- the bytes */

/* Returns the length of a frame with its padding. */
static uint32_t padded(uint32_t bytes) { return (bytes + 7u) & ~7u; }

/* Copies bytes into the ring, one word of 8 after another. A position is a multiple of 8, so no word straddles the ring's end. The
 * stores are atomic, because the other side may touch the same memory at any time. */
static void copy_in(unsigned char *ring, uint32_t at, const void *from, uint32_t count) {
  const unsigned char *bytes = from;
  for (uint32_t done = 0; done < count; done += 8) {
    uint64_t word = 0;
    const uint32_t rest = count - done;
    memcpy(&word, bytes + done, rest < 8 ? rest : 8);
    __atomic_store_n((uint64_t *)(void *)(ring + ((at + done) & (HRC_RING_BYTES - 1))), word, __ATOMIC_RELAXED);
  }
}

/* Copies bytes out of the ring, and reads each of them once. */
static void copy_out(const unsigned char *ring, uint32_t at, void *to, uint32_t count) {
  unsigned char *bytes = to;
  for (uint32_t done = 0; done < count; done += 8) {
    const uint64_t word =
        __atomic_load_n((const uint64_t *)(const void *)(ring + ((at + done) & (HRC_RING_BYTES - 1))), __ATOMIC_RELAXED);
    const uint32_t rest = count - done;
    memcpy(bytes + done, &word, rest < 8 ? rest : 8);
  }
}

/* ---------------------------------------------------------------------------------------------------------------- the writer */

/* Returns the free bytes of the ring, or a number below 0 when the reader's index is impossible. */
static int64_t room(const hrc_writer *w) {
  const uint32_t used = w->head - __atomic_load_n(w->shared_tail, __ATOMIC_ACQUIRE);
  if (used > HRC_RING_BYTES || used % 8 != 0) return HRC_BAD_INDEX;
  return (int64_t)HRC_RING_BYTES - used;
}

int hrc_put(hrc_writer *w, const hrc_header *header, const void *body, uint32_t count) {
  if (count > HRC_BODY_MAX) return HRC_BAD_LENGTH;
  const uint32_t bytes = HRC_FRAME_MIN + count;
  int64_t free = room(w);
  if (free >= 0 && free < padded(bytes)) {
    /* The reader makes room and then looks at the request, so one of the two sees the other's store. */
    __atomic_store_n(w->shared_tail + WANTS_ROOM, 1u, __ATOMIC_RELEASE);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    free = room(w);
  }
  if (free < 0) return HRC_BAD_INDEX;
  if (free < padded(bytes)) return HRC_NONE;
  hrc_header own = *header;
  own.bytes = bytes;
  own.seq = ++w->seq;
  unsigned char start[HRC_FRAME_MIN];
  hrc_encode(&own, start);
  copy_in(w->ring, w->head, start, HRC_FRAME_MIN);
  if (count > 0) copy_in(w->ring, w->head + HRC_FRAME_MIN, body, count);
  w->head += padded(bytes);
  return HRC_FRAME;
}

int hrc_publish(hrc_writer *w) {
  if (w->head == w->published) return 0;
  w->published = w->head;
  __atomic_store_n(w->shared_head, w->head, __ATOMIC_RELEASE);
  /* The reader sets `waiting` and then looks again, so one of the two sees the other's store. */
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return __atomic_exchange_n(w->shared_tail + WAITING, 0u, __ATOMIC_ACQ_REL) != 0u;
}

/* ---------------------------------------------------------------------------------------------------------------- the reader */

int hrc_take(hrc_reader *r, hrc_header *header, void *body) {
  const uint32_t ready = __atomic_load_n(r->shared_head, __ATOMIC_ACQUIRE) - r->tail;
  if (ready == 0) return HRC_NONE;
  if (ready > HRC_RING_BYTES || ready % 8 != 0) return HRC_BAD_INDEX;
  if (ready < HRC_FRAME_MIN) return HRC_BAD_CUT;
  unsigned char start[HRC_FRAME_MIN];
  copy_out(r->ring, r->tail, start, HRC_FRAME_MIN);
  hrc_header own;
  hrc_decode(&own, start);
  if (own.bytes < HRC_FRAME_MIN || own.bytes > HRC_FRAME_MAX) return HRC_BAD_LENGTH;
  if (padded(own.bytes) > ready) return HRC_BAD_CUT;
  if (own.seq != r->seq + 1u) return HRC_BAD_SEQ;
  if ((own.flags & ~(HRC_MORE | HRC_OPTIONAL)) != 0) return HRC_BAD_FLAGS;
  if (own.type == 0) return HRC_BAD_TYPE;
  copy_out(r->ring, r->tail + HRC_FRAME_MIN, body, own.bytes - HRC_FRAME_MIN);
  *header = own;
  r->seq = own.seq;
  r->tail += padded(own.bytes);
  return HRC_FRAME;
}

int hrc_release(hrc_reader *r) {
  if (r->tail == r->published) return 0;
  r->published = r->tail;
  __atomic_store_n(r->shared_tail, r->tail, __ATOMIC_RELEASE);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return __atomic_exchange_n(r->shared_tail + WANTS_ROOM, 0u, __ATOMIC_ACQ_REL) != 0u;
}

int hrc_sleep(hrc_reader *r) {
  __atomic_store_n(r->shared_tail + WAITING, 1u, __ATOMIC_RELEASE);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (__atomic_load_n(r->shared_head, __ATOMIC_ACQUIRE) == r->tail) return 1;
  hrc_wake_up(r);
  return 0;
}

void hrc_wake_up(hrc_reader *r) { __atomic_store_n(r->shared_tail + WAITING, 0u, __ATOMIC_RELAXED); }
