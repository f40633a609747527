/* What the files of the engine share. Everything of a session is touched under its lock: by its tick, and by who changes it. */
#ifndef CRTP_MEDIA_H
#define CRTP_MEDIA_H

#define _GNU_SOURCE 1
#include "crtpmedia.h"

#include <limits.h>
#include <math.h>
#include <netinet/in.h>
#include <opus/opus.h>
#include <pthread.h>
#include <signal.h>
#include <srtp2/srtp.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <sys/socket.h>

#include <spandsp.h>

#define FRAME_MAX 960        /* samples of 20 ms at 48 kHz */
#define PACKET_MAX 1500
#define SLOTS 32u            /* of the jitter buffer: 640 ms of 20 ms packets */
#define SLOT_BYTES 640u
#define BATCH 16

typedef union { struct sockaddr any; struct sockaddr_in v4; struct sockaddr_in6 v6; } address;

/* A packet that waits for its time. */
typedef struct {
  uint16_t sequence, bytes;
  uint32_t timestamp;
  uint8_t is_there, is_marked;
  unsigned char data[SLOT_BYTES];
} slot;

/* What came and is not played yet, in the order of its sequence numbers. */
typedef struct {
  slot slots[SLOTS];
  uint32_t n;                /* slots that are filled */
  uint16_t next;             /* the sequence number that is due */
  uint8_t is_open, is_filling;
  uint32_t surplus_ticks;    /* how long more was held back than needed */
  uint32_t dry_ticks;        /* how long there was nothing */
} jitter_buffer;

/* Who they are, as their packets say. */
typedef struct {
  uint32_t ssrc;
  uint8_t is_known;
  uint16_t highest;
  uint32_t cycles, base, received, expected_before, received_before;
  double jitter, transit;    /* in units of the timestamp's clock */
  uint8_t has_transit;
  uint32_t last_report_middle;
  uint64_t last_report_ns;
} source;

struct crtp_session {
  crtp_session *next;
  crtp_engine *engine;
  uint64_t number;
  pthread_mutex_t lock;
  int rtp, rtcp;
  uint16_t port;
  uint8_t is_closed, is_configured, is_muted, is_attached, is_locked, has_srtp;
  crtp_settings s;
  address remote, remote_control, signalled;
  uint32_t strangers_in_row;
  uint32_t stranger_ssrc;
  hsw_ring to_net, from_net;
  srtp_t outbound, inbound;
  /* Out. */
  uint32_t ssrc, timestamp;
  uint16_t sequence;
  uint8_t is_talking;
  uint32_t gathered;         /* frames of the packet that is being filled */
  unsigned char filling[PACKET_MAX];
  size_t filled;
  g722_encode_state_t *g722_out;
  OpusEncoder *opus_out;
  char digits[64];
  uint8_t n_digits, digit_ticks, digit_ends;
  uint32_t digit_timestamp;
  /* In. */
  jitter_buffer buffer;
  source them;
  g722_decode_state_t *g722_in;
  OpusDecoder *opus_in;
  int16_t last[FRAME_MAX];   /* the last frame that was decoded, and how often it was said again */
  size_t n_last;
  uint32_t fade;
  int16_t waiting[FRAME_MAX * 8];
  size_t n_waiting;
  uint32_t frames_in_packet; /* 20 ms each, as the last one had */
  uint32_t heard_digit_timestamp;
  uint8_t has_heard_digit;
  /* Reports. */
  uint64_t next_report_ns;
  crtp_statistics seen;
};

struct crtp_engine {
  pthread_t thread;
  pthread_mutex_t lock;      /* of `arriving` and `is_stopping` */
  crtp_session *arriving, *sessions;
  int is_stopping;
  _Atomic uint64_t late;
  crtp_heard_digit heard;
  void *context;
  struct mmsghdr messages[BATCH];
  struct iovec vectors[BATCH];
  unsigned char packets[BATCH][PACKET_MAX];
  unsigned char controls[BATCH][64];
  address sources[BATCH];
};

uint64_t crtp_now(clockid_t clock);
uint32_t crtp_random(void);
uint32_t crtp_clock(crtp_codec codec);

int crtp_codec_open(crtp_session *, crtp_codec);
void crtp_codec_close(crtp_session *);
size_t crtp_encode(crtp_session *, const int16_t *samples, size_t n, unsigned char *out, size_t room);
size_t crtp_decode(crtp_session *, const unsigned char *data, size_t bytes, int16_t *samples, size_t room);
size_t crtp_decode_redundancy(crtp_session *, const unsigned char *data, size_t bytes, int16_t *samples, size_t n);
size_t crtp_conceal(crtp_session *, int16_t *samples, size_t n);

void crtp_receive(crtp_engine *, crtp_session *);
void crtp_play(crtp_session *);
void crtp_buffer_clear(crtp_session *);
void crtp_send(crtp_session *);
void crtp_report(crtp_session *, uint64_t now);
void crtp_say_goodbye(crtp_session *);
void crtp_hear_report(crtp_session *, unsigned char *packet, size_t bytes);
size_t crtp_address_bytes(const address *);

static inline uint16_t get16(const unsigned char *p) { return (uint16_t)(p[0] << 8 | p[1]); }
static inline uint32_t get32(const unsigned char *p) { return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]; }
static inline void put16(unsigned char *p, uint32_t v) { p[0] = (unsigned char)(v >> 8), p[1] = (unsigned char)v; }
static inline void put32(unsigned char *p, uint32_t v) { put16(p, v >> 16), put16(p + 2, v & 0xffff); }

#endif
