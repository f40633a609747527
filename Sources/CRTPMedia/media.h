/* The declarations that the engine's files share. A session's lock guards all of it: its tick and every function that changes it hold
 * the lock. */
#ifndef CRTP_MEDIA_H
#define CRTP_MEDIA_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "crtpmedia.h"

#include <limits.h>
#include <math.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <opus/opus.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/socket.h>

#include <spandsp.h>

#include "buffer.h"
#include "bytes.h"
#include "protection.h"

#define HALF_TICK_NS 10000000u
#define SECOND_NS 1000000000u
#define FRAME_MAX 960u       /* samples of 20 ms at 48 kHz */
#define DURATION_MAX 5760u   /* samples of 120 ms at 48 kHz: the longest packet (RFC 7587 section 4.2) */
#define PAST 640u            /* samples of the past kept for concealment: 40 ms at 16 kHz */
#define PACKET_MAX 1504u     /* an Ethernet frame's payload, and a little more */
#define BATCH 16

typedef union { struct sockaddr any; struct sockaddr_in v4; struct sockaddr_in6 v6; } address;

typedef struct {
  crtp_codec kind;
  g722_encode_state_t *g722_out;
  g722_decode_state_t *g722_in;
  OpusEncoder *opus_out;
  OpusDecoder *opus_in;
} codec;

/* The source of concealment for a gap. */
typedef struct {
  int16_t past[PAST];        /* the last samples played, the newest at the end */
  size_t period;             /* of the pitch in them; 0: not searched yet */
  size_t made;               /* samples concealed in a row */
} concealment;

#define ASSOCIATIONS 4
#define CHECKED 4

/* A DTLS association with one address (RFC 6347). */
typedef struct {
  SSL *ssl;                  /* NULL: no association */
  address peer;              /* of a server's association; a client talks to session->remote */
  unsigned char random[32];  /* of the client's hello: a different one begins a different association */
  uint64_t begun_ns;         /* 0: nothing has been sent yet */
  uint8_t is_done;           /* the session has its keys */
} association;

typedef struct {
  uint8_t is_on, is_client, has_told;
  association with[ASSOCIATIONS]; /* a client uses only the first */
  SSL *doorkeeper;           /* of a server: reads hellos, and becomes an association when a hello returns its cookie */
  uint64_t next_ns;          /* the earliest time for a client's next attempt */
  const unsigned char *datagram; /* the input for OpenSSL */
  size_t bytes;
  const address *peer;       /* the destination of OpenSSL's output; NULL: none */
  unsigned char fingerprint[EVP_MAX_MD_SIZE]; /* of their certificate, from the session description */
  unsigned int fingerprint_bytes;
  const EVP_MD *hash;
} handshake;

typedef struct {
  char user[33], password[65];
  uint8_t is_on, has_chosen, has_chosen_control;
  address checked[CHECKED];  /* the last sources of a check that proves the password */
  uint32_t n_checked;
} ice;

/* The history of a master key in one direction, for a later use of the same key. */
typedef struct {
  unsigned char key[30];
  uint8_t is_known;
  protection_history history;
} spent_key;

/* Outgoing audio. */
typedef struct {
  uint32_t timestamp;        /* of the sample after the waiting ones */
  uint16_t sequence;
  uint8_t is_talking;
  uint8_t pause;             /* half ticks until the next packet may go */
  int16_t waiting[FRAME_MAX * 4];
  size_t n_waiting;
  uint32_t silent_ticks;
  char digits[64];
  uint8_t n_digits, digit_ticks;
  uint32_t digit_timestamp;
  char keys[64];             /* digits to play as tones */
  uint8_t n_keys, key_ticks;
} speech;

/* The far end's source, from its packets (RFC 3550 appendix A). */
typedef struct {
  uint32_t ssrc;
  uint8_t is_known, has_transit;
  uint16_t highest;
  uint32_t cycles, base, received, expected_before, received_before;
  double jitter, transit;    /* in units of the timestamp's clock */
  uint32_t first_timestamp;
  double fastest_ms, spread_ms; /* the delay of the fastest packets, and how far the others are behind it */
  uint32_t last_report_middle;
  uint64_t last_report_ns;
} source;

/* Incoming audio. */
typedef struct {
  jitter_buffer buffer;
  concealment gap;
  int16_t waiting[DURATION_MAX + 2 * FRAME_MAX];
  size_t n_waiting;
  size_t packet;             /* samples in one packet of theirs */
  size_t owed, waited;       /* owed: samples concealed for packets that may still come; waited: those of them that lengthen the buffer */
  size_t least_held;         /* the least held in the last two seconds */
  uint32_t held_ticks, loss_ticks;
  uint8_t is_resting;        /* their last packet was comfort noise or a digit: they send no audio */
  uint8_t noise_level;       /* -dBov */
  uint32_t noise;
  uint32_t digit_timestamp;
  uint8_t has_digit, digit, digit_is_over;
  uint64_t digits_until;     /* the rate limiter's state: each reported digit moves it on */
} hearing;

/* A session's codec and buffers: most of its memory, allocated only once media flows. */
typedef struct {
  codec codec;
  speech out;
  hearing in;
} sound;

struct crtp_session {
  crtp_session *next;
  crtp_engine *engine;
  uint64_t number;
  pthread_mutex_t lock;
  int rtp, rtcp;
  uint16_t port;
  uint8_t phase, is_closed, is_configured, is_muted, is_attached, has_reported;
  uint8_t has_sent_digits;   /* the listener does not know it yet */
  uint8_t is_latched, is_guessed; /* the source of their RTP is known; known only by its packets, not by the description */
  uint8_t is_control_latched;     /* the same for their RTCP */
  uint8_t has_heard;              /* a packet, or a check of ICE, came from there: the address wants our packets */
  uint8_t is_stopped;             /* it sends and receives nothing more, and waits for crtp_close */
  crtp_settings s;
  address own, remote, remote_control, signalled, signaller;
  uint32_t strangers_in_row, stranger_ssrc;
  hsw_ring to_net, from_net;
  uint32_t ssrc;             /* ours */
  source them;
  sound *sound;              /* NULL: no direction has been open yet */
  protection *keys;          /* NULL: no keys, or none yet */
  spent_key spent_out, spent_in;
  handshake handshake;
  ice ice;
  uint64_t next_report_ns;
  uint64_t expected_ns, heard_ns; /* since when packets are expected; the arrival of the last one */
  uint8_t is_missing, is_quiet;   /* none came for too long, and the listener knows; the last one was comfort noise */
  crtp_statistics seen;
};

/* The datagrams of one session that one system call sends. */
typedef struct {
  struct mmsghdr messages[BATCH];
  struct iovec vectors[BATCH];
  _Alignas(16) unsigned char packets[BATCH][PACKET_MAX];
  unsigned int n;
} outbox;

typedef struct {
  struct mmsghdr messages[BATCH];
  struct iovec vectors[BATCH];
  _Alignas(16) unsigned char packets[BATCH][PACKET_MAX];
  unsigned char controls[BATCH][64];
  address sources[BATCH];
} inbox;

struct crtp_engine {
  pthread_t thread;
  pthread_mutex_t lock;      /* guards `arriving`, `opened` and `is_stopping` */
  pthread_cond_t called;     /* signals a change of these to the thread, which may be asleep */
  crtp_session *arriving, *sessions;
  uint32_t opened;
  int is_stopping, has_thread, is_real_time;
  int poll;
  _Atomic uint64_t late, now; /* CLOCK_MONOTONIC at the tick, or a test's time */
  _Atomic uint64_t wall_ahead; /* CLOCK_REALTIME minus `now` */
  uint32_t ticks;
  crtp_listener listener;
  inbox in;
  outbox out;
};

/* engine.c */
uint64_t crtp_now(clockid_t);
uint32_t crtp_random(void);
void crtp_engine_drop(crtp_session *);

/* socket.c */
int crtp_address_read(const char *text, uint16_t port, address *out);
socklen_t crtp_address_bytes(const address *);
int crtp_is_same(const address *, const address *, int with_port);
int crtp_is_nowhere(const crtp_session *);
/* True while packets may go to the far end: it has an address, and, where that must be shown, wants them. */
int crtp_may_reach(const crtp_session *);
/* True when media cannot go from `own` to this address: multicast, broadcast, or the local loopback seen from elsewhere. */
int crtp_is_unusable(const address *, const address *own);
/* True for an address that different networks reuse: private, link-local or shared (RFC 1918, 3927, 4193, 6598). */
int crtp_is_private(const address *);
void crtp_address_set_port(address *, uint16_t port);
int crtp_bind(const char *text, uint16_t port);
void crtp_inbox_open(inbox *);
void crtp_receive(crtp_engine *);
void crtp_outbox_open(outbox *);
void crtp_outbox_flush(crtp_session *);
void crtp_send_now(const crtp_session *, int is_control, const address *to, const void *datagram, size_t bytes);

/* codec.c */
uint32_t crtp_clock(crtp_codec);
int crtp_codec_open(codec *, crtp_codec);
void crtp_codec_close(codec *);
size_t crtp_encode(codec *, const int16_t *samples, size_t n, unsigned char *out, size_t room);
size_t crtp_decode(codec *, const unsigned char *data, size_t bytes, int16_t *samples, size_t room);
size_t crtp_decode_redundancy(codec *, const unsigned char *data, size_t bytes, int16_t *samples, size_t n);
size_t crtp_decode_nothing(codec *, int16_t *samples, size_t n);
size_t crtp_duration(crtp_codec, const unsigned char *data, size_t bytes);

/* sound.c */
sound *crtp_sound_open(crtp_codec);
void crtp_sound_close(sound *);
/* Switches to another codec. */
void crtp_sound_change(sound *, const codec *);

/* conceal.c */
void crtp_remember(concealment *, const int16_t *samples, size_t n);
void crtp_conceal(concealment *, int16_t *samples, size_t n, uint32_t rate);
void crtp_join(concealment *, int16_t *samples, size_t n, uint32_t rate);

/* noise.c */
void crtp_noise(uint32_t *state, uint8_t level, int16_t *samples, size_t n);
uint8_t crtp_level(const int16_t *samples, size_t n);

/* receive.c */
void crtp_take(crtp_session *, unsigned char *datagram, size_t bytes, const address *from, uint64_t arrival_ns, int is_control);
void crtp_hearing_clear(hearing *);
/* Reports packets that have been missing for too long. */
void crtp_watch(crtp_session *);

/* play.c */
void crtp_play(crtp_session *);
size_t crtp_held(const crtp_session *);

/* send.c */
void crtp_speak(crtp_session *);
void crtp_send(crtp_session *);
void crtp_transmit(crtp_session *, uint8_t type, int is_marked, uint32_t timestamp, const unsigned char *payload, size_t bytes);

/* digits.c */
int crtp_send_digit(crtp_session *);
void crtp_hear_digit(crtp_session *, uint32_t timestamp, const unsigned char *data, size_t bytes);

/* keys.c */
/* Replaces a frame by the tone of a key, while any wait. */
void crtp_sound_key(crtp_session *, int16_t *frame, size_t n);

/* control.c */
void crtp_report(crtp_session *);
void crtp_say_goodbye(crtp_session *);
void crtp_hear_report(crtp_session *, unsigned char *packet, size_t bytes, const address *from, int is_control);

/* handshake.c */
int crtp_handshake_read(handshake *, const char *fingerprint);
int crtp_handshake_open(crtp_session *, handshake *, const crtp_settings *);
void crtp_handshake_close(handshake *);
/* Lets a client that failed try again at once. */
void crtp_handshake_hasten(crtp_session *);
void crtp_handshake_tick(crtp_session *);
void crtp_handshake_hear(crtp_session *, const unsigned char *datagram, size_t bytes, const address *from);

/* ice.c */
int crtp_ice_open(ice *, const crtp_settings *);
int crtp_ice_has_checked(const ice *, const address *);
void crtp_ice_hear(crtp_session *, const unsigned char *datagram, size_t bytes, const address *from, int is_control);

#endif
