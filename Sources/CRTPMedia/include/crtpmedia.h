/* crtpmedia.h - RTP media of calls: sockets, packets, codecs and jitter buffers, for any number of sessions on one thread.
 *
 * A session is the media of one call. It takes frames of 20 ms from one ring (hookswitch/ring.h) and sends them as packets, and puts
 * received frames into another. Any thread may call any function, but only one thread at a time for one session. No function waits
 * for the network. The engine's thread wakes every 10 ms. Each tick sends and receives for all sessions, and decodes and encodes for
 * half of them. A tick allocates nothing.
 *
 * RFC 3550 and 3551 (RTP, RTCP), 3389 (comfort noise), 4733 (digits), 3711 with 4568 (SRTP, keys from the session description), 5763
 * and 5764 (SRTP, keys by DTLS), 5761 (RTCP on the same port), 7587 (Opus), 8445 (ICE, lite). */
#ifndef CRTPMEDIA_H
#define CRTPMEDIA_H

#include <hookswitch/ring.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#define CRTP_NULLABLE _Nullable
#else
#define CRTP_NULLABLE
#endif

/** An engine and a session; their layouts are private. */
struct crtp_engine;
struct crtp_session;
typedef struct crtp_engine crtp_engine;
typedef struct crtp_session crtp_session;

typedef uint32_t crtp_codec;
#define CRTP_PCMU 0u
#define CRTP_PCMA 1u
#define CRTP_G722 2u
#define CRTP_OPUS 3u

/** The directions of media, seen from here. */
#define CRTP_SENDS 1u
#define CRTP_HEARS 2u

/** The protection of packets. */
#define CRTP_PLAIN 0u    /* none */
#define CRTP_SDES_80 1u  /* AES_CM_128_HMAC_SHA1_80, keys from the session description */
#define CRTP_SDES_32 2u  /* AES_CM_128_HMAC_SHA1_32, likewise */
#define CRTP_DTLS 3u     /* keys by a handshake between the two ports; until it is done no media is sent or received */

/** A session's settings: given as a whole, and given anew when an answer or a re-INVITE changes them. Strings are copied. */
typedef struct crtp_settings {
  const char *CRTP_NULLABLE address; /* of the far end, numeric */
  uint16_t port;
  uint16_t control_port;         /* RTCP; 0: port + 1; the same as port: multiplexed (RFC 5761) */
  crtp_codec codec;
  uint8_t payload_type;          /* of the codec, as the far end wants it */
  uint8_t their_payload_type;    /* as the far end sends it */
  uint8_t digits_type;           /* telephone-event as the far end wants it; 0: none */
  uint8_t their_digits_type;     /* as the far end sends it; 0: none */
  uint16_t digits_clock;         /* of telephone-event as the far end wants it; 0: the codec's clock */
  uint8_t noise_type;            /* comfort noise as the far end wants it: silence is sent as one such packet; 0: it is sent as audio */
  uint8_t their_noise_type;      /* as the far end sends it; 0: 13, where the codec's clock is 8,000 */
  uint8_t directions;            /* CRTP_SENDS | CRTP_HEARS */
  uint8_t packet_ms;             /* 10, 20, 30, 40, 50 or 60 of audio in a packet; Opus lacks 30 and 50, and takes 20 and 40; 0: 20 */
  uint8_t is_symmetric;          /* send to where their packets come from, once that is known (RFC 4961) */
  uint8_t is_unconfirmed;        /* nothing is sent until a packet has come from that address: it has not yet shown that it wants ours */
  uint8_t protection;            /* CRTP_PLAIN ... */
  uint8_t is_dtls_client;        /* a=setup: we are active, the far end is passive */
  uint16_t report_ms;            /* the mean interval of RTCP reports; 0: 5,000 */
  unsigned char keys[30];        /* CRTP_SDES_...: the master key and salt for sending */
  unsigned char their_keys[30];
  const char *CRTP_NULLABLE their_fingerprint; /* CRTP_DTLS: the value of a=fingerprint, such as "sha-256 4A:AD:..." */
  const char *CRTP_NULLABLE ice_user;          /* our a=ice-ufrag, up to 32 characters; NULL: no ICE */
  const char *CRTP_NULLABLE ice_password;      /* our a=ice-pwd, up to 64 */
  const char *CRTP_NULLABLE signaller;         /* the source of their SIP: plain RTP may come from there too; NULL: not known */
  uint32_t timeout_ms;           /* the listener learns when no packet came for so long; 0: never */
} crtp_settings;

/** A session's counters (RFC 3550 section 6.4), for diagnosis and statistics. */
typedef struct crtp_statistics {
  uint64_t packets_sent, bytes_sent, packets_heard, bytes_heard;
  uint64_t lost;                 /* by sequence number */
  uint64_t late;                 /* arrived after their playout time */
  uint64_t concealed;            /* frames of 20 ms that were concealed, or recovered from the packet after */
  uint64_t recovered;            /* of these, the frames recovered by Opus' own redundancy */
  uint64_t strangers;            /* packets from other addresses, dropped */
  uint64_t refused;              /* forged, repeated, or before there were keys */
  uint64_t malformed;            /* not RTP, or of a payload type outside the agreement */
  uint64_t reports_heard;
  uint32_t jitter_us;            /* as RFC 3550 section 6.4.1 estimates it */
  uint32_t buffered_ms;          /* in the jitter buffer */
  uint32_t round_trip_us;        /* 0: no report has given it yet */
  uint32_t their_loss;           /* the loss of our packets, as they report it: in 256ths */
  uint32_t their_jitter_us;
  uint8_t is_protected;          /* SRTP has its keys */
  uint8_t has_left;              /* RTCP's BYE came */
  uint8_t is_missing;            /* no packet came for longer than timeout_ms */
  uint64_t digits_dropped;       /* came faster than a person dials */
} crtp_statistics;

/** The result of a handshake. */
typedef uint32_t crtp_handshake_end;
#define CRTP_HANDSHAKE_DONE 0u
#define CRTP_HANDSHAKE_FAILED 1u   /* it is tried again; reported once */
#define CRTP_HANDSHAKE_STRANGER 2u /* their certificate does not match the fingerprint of the session description: there will be no media */

/** A change in the arrival of packets. */
typedef uint32_t crtp_media_news;
#define CRTP_MEDIA_MISSING 0u /* no packet has come since they are expected */
#define CRTP_MEDIA_STOPPED 1u /* no packet comes any more */
#define CRTP_MEDIA_BACK 2u    /* after one of these, a packet came */

/** The receiver of events: called on the engine's thread, where it must not call the engine. `number` is that of crtp_open. */
typedef struct crtp_listener {
  /** Called once for each digit that the far end sent: 0-9 * # A-D. */
  void (*CRTP_NULLABLE digit)(void *CRTP_NULLABLE context, uint64_t number, char digit);
  void (*CRTP_NULLABLE handshake)(void *CRTP_NULLABLE context, uint64_t number, crtp_handshake_end end);
  void *CRTP_NULLABLE context;
  /** Called when the last digit of crtp_send_digits or crtp_play_keys has been sent for its whole length. */
  void (*CRTP_NULLABLE sent)(void *CRTP_NULLABLE context, uint64_t number);
  void (*CRTP_NULLABLE media)(void *CRTP_NULLABLE context, uint64_t number, crtp_media_news news);
} crtp_listener;

/** Starts the engine's thread; NULL when the system gives none. */
crtp_engine *CRTP_NULLABLE crtp_engine_start(const crtp_listener *CRTP_NULLABLE listener);
/** Ends the thread; the caller has closed every session before. */
void crtp_engine_stop(crtp_engine *engine);
/** Returns how many ticks began after the next tick was due. */
uint64_t crtp_engine_late_ticks(const crtp_engine *engine);
/** Returns 1 when the engine's thread is a real-time one, which the system may not allow. */
uint32_t crtp_engine_is_real_time(const crtp_engine *engine);

/** Makes an engine without a thread, for tests: its owner drives the time; crtp_engine_stop ends it too. */
crtp_engine *CRTP_NULLABLE crtp_engine_make(const crtp_listener *CRTP_NULLABLE listener);
/** Runs the 10 ms that end at `now_ns`, of an engine from crtp_engine_make. */
void crtp_engine_tick(crtp_engine *engine, uint64_t now_ns);
/** Processes a datagram as if it had come from the far end's address, on the port for RTCP or for RTP. */
void crtp_hear(crtp_session *session, const void *datagram, size_t bytes, uint32_t is_control);

/** Returns our certificate's a=fingerprint value: "sha-256 4A:AD:..."; NULL when OpenSSL makes no certificate. The first use in the
 *  process makes it. */
const char *CRTP_NULLABLE crtp_fingerprint(void);

/** Opens an even port and the odd one above it at an address of ours, between `first` and `last`; NULL when no pair is free. */
crtp_session *CRTP_NULLABLE crtp_open(crtp_engine *engine, const char *address, uint16_t first, uint16_t last, uint64_t number);
/** Returns the session's RTP port. */
uint16_t crtp_port(const crtp_session *session);
/** Changes the session's settings. 0, or -1 for an invalid address, an unavailable codec, or invalid keys: then nothing changes. */
int32_t crtp_configure(crtp_session *session, const crtp_settings *settings);
/** Connects the session to two rings at the codec's rate, which the caller keeps. */
void crtp_attach(crtp_session *session, const hsw_ring *to_net, const hsw_ring *from_net);
/** Disconnects the rings: after it returns, the session does not touch them any more. */
void crtp_detach(crtp_session *session);
/** Sends silence in place of the ring's audio (1), or stops doing so (0). */
void crtp_mute(crtp_session *session, uint32_t on);
/** Sends digits as events (RFC 4733), 100 ms each with 60 ms between, after those under way. Returns how many it took: all, or 0 for an
 *  invalid character, without an agreed payload type, or without room for the whole string. */
uint32_t crtp_send_digits(crtp_session *session, const char *digits);
/** Plays digits as tones in the audio, 100 ms each with 100 ms between, in place of other audio. Returns how many it took: all, or 0 for
 *  an invalid character or without room for the whole string. */
uint32_t crtp_play_keys(crtp_session *session, const char *digits);
/** Drops the waiting digits; the one under way goes to its end. */
void crtp_stop_digits(crtp_session *session);
/** Reads the session's counters. */
void crtp_measure(crtp_session *session, crtp_statistics *out);
/** Ends the session's media, with RTCP's BYE: from then on it sends and receives nothing. The session and its rings stay until
 *  crtp_close. */
void crtp_stop(crtp_session *session);
/** Ends the session, with RTCP's BYE, and frees it. */
void crtp_close(crtp_session *session);

/** Returns the sample rate of a codec, and so of its rings. */
uint32_t crtp_rate(crtp_codec codec);

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif
#ifdef __cplusplus
}
#endif
#endif /* CRTPMEDIA_H */
