/* crtpmedia.h - what carries the sound of calls over RTP: sockets, packets, codecs, jitter buffers, for any number of sessions on one thread.
 *
 * A session is one call's sound. It takes frames of 20 ms from one ring (hookswitch/ring.h) and sends them as packets, and puts what comes into
 * another. All functions may be called on any thread; those on one session by one thread at a time. None waits for the network. The engine's thread wakes
 * every 20 ms, receives what has come for every session at once, plays out, sends, and sleeps: nothing is allocated on the way.
 *
 * RFC 3550 and 3551 (RTP, RTCP), 4733 (digits), 3711 with 4568 (SRTP, keys from the session description), 7587 (Opus).
 */
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

typedef struct crtp_engine crtp_engine;
typedef struct crtp_session crtp_session;

typedef uint32_t crtp_codec;
#define CRTP_PCMU 0u
#define CRTP_PCMA 1u
#define CRTP_G722 2u
#define CRTP_OPUS 3u

/** Where sound may go, seen from here. */
#define CRTP_SENDS 1u
#define CRTP_HEARS 2u

/** What a session does: given as a whole, and given anew when an answer or a re-INVITE changes it. */
typedef struct crtp_settings {
  const char *CRTP_NULLABLE address; /* of the far end, as numbers */
  uint16_t port;
  uint16_t control_port;         /* RTCP; 0: port + 1; the same as port: multiplexed (RFC 5761) */
  crtp_codec codec;
  uint8_t payload_type;          /* of the codec, as they want it */
  uint8_t their_payload_type;    /* as they send it */
  uint8_t digits_type;           /* telephone-event as they want it; 0 none */
  uint8_t their_digits_type;     /* as they send it; 0 none */
  uint8_t directions;            /* CRTP_SENDS | CRTP_HEARS */
  uint8_t frames_per_packet;     /* 1 to 3: ptime 20, 40, 60 */
  uint8_t is_symmetric;          /* answer to where their sound comes from, once it is known (RFC 4961) */
  uint8_t has_keys;              /* SRTP: `keys` and `their_keys` are there */
  unsigned char keys[30];        /* AES_CM_128_HMAC_SHA1_80: the master key and salt that we send with */
  unsigned char their_keys[30];
} crtp_settings;

/** What a session has seen (RFC 3550 section 6.4): diagnosis and statistics. */
typedef struct crtp_statistics {
  uint64_t packets_sent, bytes_sent, packets_heard, bytes_heard;
  uint64_t lost;                 /* by their sequence numbers */
  uint64_t late;                 /* came when their time was over */
  uint64_t concealed;            /* frames made up */
  uint64_t strangers;            /* packets from elsewhere, dropped */
  uint64_t malformed;            /* no RTP, or not as their keys say */
  uint32_t jitter_us;            /* as RFC 3550 section 6.4.1 estimates it */
  uint32_t buffered_ms;          /* what the jitter buffer holds back */
  uint32_t round_trip_us;        /* 0: no report has told yet */
  uint32_t their_loss;           /* of ours, as they report it: in 256ths */
  uint32_t their_jitter_us;
} crtp_statistics;

/** Called on the engine's thread for each digit that the far end sent, once: 0-9 * # A-D. */
typedef void (*crtp_heard_digit)(void *CRTP_NULLABLE context, uint64_t number, char digit);

/** Starts the thread; NULL when the system gives none. */
crtp_engine *CRTP_NULLABLE crtp_engine_start(crtp_heard_digit CRTP_NULLABLE heard, void *CRTP_NULLABLE context);
/** Ends the thread; every session has been closed before. */
void crtp_engine_stop(crtp_engine *engine);
/** How often a tick began later than the one after it was due. */
uint64_t crtp_engine_late_ticks(const crtp_engine *engine);

/** Opens an even port and the odd one above it at an address of ours, between `first` and `last`; NULL when there is none. `number` is what digits are told by. */
crtp_session *CRTP_NULLABLE crtp_open(crtp_engine *engine, const char *address, uint16_t first, uint16_t last, uint64_t number);
/** Its port. */
uint16_t crtp_port(const crtp_session *session);
/** Its sound from now on; 0, or -1 for an address that is none, a codec that cannot be had, or keys that are none: then all is as before. */
int32_t crtp_configure(crtp_session *session, const crtp_settings *settings);
/** Lends it two rings at the codec's rate. */
void crtp_attach(crtp_session *session, const hsw_ring *to_net, const hsw_ring *from_net);
/** Takes them back: when it returns they are not touched any more. */
void crtp_detach(crtp_session *session);
/** Silence goes out in place of what is in the ring, or no longer. */
void crtp_mute(crtp_session *session, uint32_t on);
/** Sends digits as events (RFC 4733), 100 ms each with 60 ms between, after those on their way; how many of them found room. */
uint32_t crtp_send_digits(crtp_session *session, const char *digits);
/** How it went so far. */
void crtp_measure(crtp_session *session, crtp_statistics *out);
/** Ends it, with RTCP's BYE; the session is gone. */
void crtp_close(crtp_session *session);

/** The sample rate of a codec: of the rings that belong to it. */
uint32_t crtp_rate(crtp_codec codec);

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif
#ifdef __cplusplus
}
#endif
#endif /* CRTPMEDIA_H */
