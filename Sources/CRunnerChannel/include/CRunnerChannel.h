#ifndef HOOKSWITCH_CRUNNERCHANNEL_H
#define HOOKSWITCH_CRUNNERCHANNEL_H
/* The memory that the host shares with the process of a transport, the runner: two rings of frames, and a page of control words.
 *
 * Each ring has one writer and one reader. Both sides touch the shared memory only through these functions, which never wait, allocate
 * or lock. Each side keeps its own index privately and never reads it back. A reader copies a frame's header once, checks the copy, and
 * then copies the body: no value of the other side is read twice, and none is an address. So a hostile other side can send rubbish, but
 * can make no function here touch memory outside the channel.
 *
 * Numbers are little-endian. Indexes are byte positions that wrap at 2^32, and a frame begins at a multiple of 8. */
#include <stddef.h>
#include <stdint.h>

#include "CRunnerCrash.h"
#include "CRunnerSocket.h"

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define HRC_NULLABLE _Nullable
#else
#define HRC_NULLABLE
#endif

/* The layout of the channel. */
#define HRC_CHANNEL_BYTES 528384u
#define HRC_RING_BYTES 262144u
#define HRC_ORDERS_AT 4096u  /* from the host to the runner */
#define HRC_WORDS_AT 266240u /* from the runner to the host */
/* The control words, each group in a cache line of its own: `u32 head` of the writer, then `u32 tail, waiting, wants_room`. */
#define HRC_ORDERS_HEAD_AT 0u
#define HRC_ORDERS_TAIL_AT 64u
#define HRC_WORDS_HEAD_AT 128u
#define HRC_WORDS_TAIL_AT 192u
#define HRC_WATCH_AT 256u  /* u64: the function that the runner's loop is in; written by the runner */
#define HRC_BEAT_AT 264u   /* u64: the beat of the runner's media thread; written by the runner */
#define HRC_GRID_AT 320u   /* u64: the grid of the host's audio ticks in nanoseconds; written by the host */
#define HRC_AUDIO_AT 328u  /* u64: 1 while the host's audio is on; written by the host */

/* The limits of a frame, its header included. */
#define HRC_FRAME_MIN 32u
#define HRC_FRAME_MAX 32768u
#define HRC_BODY_MAX (HRC_FRAME_MAX - HRC_FRAME_MIN)

/* Flags of a frame. */
#define HRC_MORE 1u     /* the body continues in the next frame of this instance */
#define HRC_OPTIONAL 2u /* a reader that does not know the type skips the frame */

/* The header of a frame. */
typedef struct hrc_header {
  uint32_t bytes; /* of the frame, with this header and without padding */
  uint16_t type, flags;
  uint32_t seq; /* one more than in the frame before */
  uint16_t instance, epoch;
  uint64_t call, other;
} hrc_header;

/* Results. A negative one cannot come from an intact other side. */
#define HRC_NONE 0          /* no frame, or no room */
#define HRC_FRAME 1         /* one frame was taken or put */
#define HRC_BAD_INDEX (-1)  /* an index is no multiple of 8, or further from the other one than the ring is long */
#define HRC_BAD_LENGTH (-2) /* a frame is shorter than a header, or longer than the limit */
#define HRC_BAD_CUT (-3)    /* a frame ends behind what was published */
#define HRC_BAD_SEQ (-4)    /* a frame was lost or repeated */
#define HRC_BAD_FLAGS (-5)  /* a frame has a flag that does not exist */
#define HRC_BAD_TYPE (-6)   /* a frame has the type 0 */

/* The writer's view of a ring. Its fields belong to the functions below. */
typedef struct hrc_writer {
  unsigned char *HRC_NULLABLE ring;
  uint32_t *HRC_NULLABLE shared_head;
  uint32_t *HRC_NULLABLE shared_tail; /* then waiting, wants_room */
  uint32_t head, published, seq;
} hrc_writer;

/* The reader's view of a ring. Its fields belong to the functions below. */
typedef struct hrc_reader {
  const unsigned char *HRC_NULLABLE ring;
  uint32_t *HRC_NULLABLE shared_head;
  uint32_t *HRC_NULLABLE shared_tail; /* then waiting, wants_room */
  uint32_t tail, published, seq;
} hrc_reader;

/* Makes the memory of a channel, all zero, whose size nobody can change. Returns its descriptor (close-on-exec), or -1 with errno. */
int hrc_make(void);

/* Maps a channel. Returns NULL with errno set, EINVAL where the descriptor is no memory of this size whose size is sealed. */
unsigned char *HRC_NULLABLE hrc_map(int fd);

/* Unmaps a channel. */
void hrc_unmap(unsigned char *channel);

/* The bytes of a region of audio rings, and the most bytes of a blob. */
#define HRC_REGION_BYTES 2097152u
#define HRC_BLOB_MAX 16777216u

/* Makes a region of audio rings, all zero, whose size nobody can change. Returns its descriptor (close-on-exec), or -1 with errno. */
int hrc_make_region(void);

/* Maps a region, with all its pages resident. Returns NULL with errno set, EINVAL where the descriptor is no memory of this size whose
 * size is sealed. */
unsigned char *HRC_NULLABLE hrc_map_region(int fd);

/* Unmaps a region. */
void hrc_unmap_region(unsigned char *region);

/* Makes a memory with those bytes, at most HRC_BLOB_MAX, which nobody can change. Returns its descriptor (close-on-exec), or -1 with
 * errno. */
int hrc_make_blob(const void *HRC_NULLABLE bytes, size_t count);

/* Returns 0 when the descriptor is a memory of `count` bytes, at most HRC_BLOB_MAX, which nobody can change; else -1. */
int hrc_check_blob(int fd, uint64_t count);

/* Reads the first `count` bytes of a blob. Returns how many there were. */
ssize_t hrc_read_blob(int fd, void *bytes, size_t count);

/* Returns the views of the ring of orders. */
hrc_writer hrc_orders_writer(unsigned char *channel);
hrc_reader hrc_orders_reader(unsigned char *channel);

/* Returns the views of the ring of words. */
hrc_writer hrc_words_writer(unsigned char *channel);
hrc_reader hrc_words_reader(unsigned char *channel);

/* Puts one frame into the ring, where the reader finds it after hrc_publish. Sets `bytes` and `seq` itself. `count` is at most
 * HRC_BODY_MAX. HRC_NONE: there is no room, and the reader will wake this side when there is. */
int hrc_put(hrc_writer *w, const hrc_header *header, const void *HRC_NULLABLE body, uint32_t count);

/* Hands the frames to the reader. Returns 1 when the reader sleeps and must be woken through its eventfd, else 0. */
int hrc_publish(hrc_writer *w);

/* Takes one frame. `body` has room for HRC_BODY_MAX bytes, and header->bytes - HRC_FRAME_MIN of them are set. HRC_NONE: there is none. */
int hrc_take(hrc_reader *r, hrc_header *header, void *body);

/* Gives the room of the taken frames back. Returns 1 when the writer waits for room and must be woken through its eventfd, else 0. */
int hrc_release(hrc_reader *r);

/* Announces that the reader sleeps until its eventfd is written. Returns 0 when it must not sleep, because a frame came meanwhile. */
int hrc_sleep(hrc_reader *r);

/* Withdraws that announcement. */
void hrc_wake_up(hrc_reader *r);

/* Writes the header in its form on the ring, HRC_FRAME_MIN bytes, and reads it. */
void hrc_encode(const hrc_header *header, unsigned char *bytes);
void hrc_decode(hrc_header *header, const unsigned char *bytes);

/* Writes and reads a control word of 8 bytes, such as HRC_WATCH_AT. */
void hrc_set_word(unsigned char *channel, uint32_t at, uint64_t value);
uint64_t hrc_word(const unsigned char *channel, uint32_t at);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#endif
