/* crtpmedia.h - what carries the sound of calls over RTP: sockets, packets, codecs, jitter buffers, for any number of sessions on one thread.
 *
 * A session is one call's sound. It takes frames of 20 ms from one ring (hookswitch/ring.h) and sends them as packets, and puts what comes into
 * another. All functions may be called on any thread; those on one session by one thread at a time. None waits for the network. The engine's thread
 * wakes every 10 ms and receives what has come for every session at once; every second time, one half of the sessions at each, it plays out and takes
 * what is to be said. It sends, and sleeps: nothing is allocated on the way.
 *
 * RFC 3550 and 3551 (RTP, RTCP), 3389 (comfort noise), 4733 (digits), 3711 with 4568 (SRTP, keys from the session description), 5763 and 5764 (SRTP,
 * keys by DTLS), 5761 (RTCP on the same port), 7587 (Opus), 8445 (ICE, lite).
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

/** How packets are kept from others. */
#define CRTP_PLAIN 0u    /* not at all */
#define CRTP_SDES_80 1u  /* AES_CM_128_HMAC_SHA1_80, keys from the session description */
#define CRTP_SDES_32 2u  /* AES_CM_128_HMAC_SHA1_32, likewise */
#define CRTP_DTLS 3u     /* keys by a handshake between the two ports; until it is done nothing is sent, and nothing heard */

/** What a session does: given as a whole, and given anew when an answer or a re-INVITE changes it. Strings are copied. */
typedef struct crtp_settings {
  const char *CRTP_NULLABLE address; /* of the far end, as numbers */
  uint16_t port;
  uint16_t control_port;         /* RTCP; 0: port + 1; the same as port: multiplexed (RFC 5761) */
  crtp_codec codec;
  uint8_t payload_type;          /* of the codec, as they want it */
  uint8_t their_payload_type;    /* as they send it */
  uint8_t digits_type;           /* telephone-event as they want it; 0 none */
  uint8_t their_digits_type;     /* as they send it; 0 none */
  uint16_t digits_clock;         /* of telephone-event as they want it, where it is another than the codec's; 0: the codec's */
  uint8_t noise_type;            /* comfort noise as they want it: in silence it is sent once and then nothing; 0: silence goes out as sound */
  uint8_t their_noise_type;      /* as they send it; 0: 13, where the codec's clock is 8,000 */
  uint8_t directions;            /* CRTP_SENDS | CRTP_HEARS */
  uint8_t packet_ms;             /* 10, 20, 30, 40, 50 or 60 of sound in a packet of ours; Opus has no 30 and no 50, and takes 20 and 40; 0: 20 */
  uint8_t is_symmetric;          /* answer to where their sound comes from, once it is known (RFC 4961) */
  uint8_t is_unconfirmed;        /* nothing is sent until a packet has come from there: nobody has shown yet that they want it */
  uint8_t protection;            /* CRTP_PLAIN ... */
  uint8_t is_dtls_client;        /* a=setup: ours is active, theirs passive */
  uint16_t report_ms;            /* RTCP goes about so often; 0: 5,000 */
  unsigned char keys[30];        /* CRTP_SDES_...: the master key and salt that we send with */
  unsigned char their_keys[30];
  const char *CRTP_NULLABLE their_fingerprint; /* CRTP_DTLS: a=fingerprint as it stands there, such as "sha-256 4A:AD:..." */
  const char *CRTP_NULLABLE ice_user;          /* our a=ice-ufrag, up to 32 characters; NULL: no ICE */
  const char *CRTP_NULLABLE ice_password;      /* our a=ice-pwd, up to 64 */
  const char *CRTP_NULLABLE signaller;         /* where their SIP comes from: sound in the clear may come from there as well; NULL: not known */
  uint32_t timeout_ms;           /* when no packet has come for so long, the listener is told; 0: never */
} crtp_settings;

/** What a session has seen (RFC 3550 section 6.4): diagnosis and statistics. */
typedef struct crtp_statistics {
  uint64_t packets_sent, bytes_sent, packets_heard, bytes_heard;
  uint64_t lost;                 /* by their sequence numbers */
  uint64_t late;                 /* came when their time was over */
  uint64_t concealed;            /* frames of 20 ms that were made up, or won back from the packet after */
  uint64_t recovered;            /* those of them that were won back: Opus' own redundancy */
  uint64_t strangers;            /* packets from elsewhere, dropped */
  uint64_t refused;              /* forged, said twice, or before there were keys */
  uint64_t malformed;            /* no RTP, or of a kind that nobody agreed on */
  uint64_t reports_heard;
  uint32_t jitter_us;            /* as RFC 3550 section 6.4.1 estimates it */
  uint32_t buffered_ms;          /* what the jitter buffer holds back */
  uint32_t round_trip_us;        /* 0: no report has told yet */
  uint32_t their_loss;           /* of ours, as they report it: in 256ths */
  uint32_t their_jitter_us;
  uint8_t is_protected;          /* SRTP has its keys */
  uint8_t has_left;              /* RTCP's BYE has come */
  uint8_t is_missing;            /* no packet has come for longer than the settings allow */
  uint64_t digits_dropped;       /* came faster than anybody dials */
} crtp_statistics;

/** How a handshake ended. */
typedef uint32_t crtp_handshake_end;
#define CRTP_HANDSHAKE_DONE 0u
#define CRTP_HANDSHAKE_FAILED 1u   /* it is tried again; told once */
#define CRTP_HANDSHAKE_STRANGER 2u /* their certificate is not the one that the session description named: there will be no sound */

/** What is told of the packets that should come. */
typedef uint32_t crtp_media_news;
#define CRTP_MEDIA_MISSING 0u /* none has come since they are expected */
#define CRTP_MEDIA_STOPPED 1u /* none comes any more */
#define CRTP_MEDIA_BACK 2u    /* after one of these, one has come */

/** Who is told things: on the engine's thread, where it must not call the engine. `number` is the one that the session was opened with. */
typedef struct crtp_listener {
  /** For each digit that the far end sent, once: 0-9 * # A-D. */
  void (*CRTP_NULLABLE digit)(void *CRTP_NULLABLE context, uint64_t number, char digit);
  void (*CRTP_NULLABLE handshake)(void *CRTP_NULLABLE context, uint64_t number, crtp_handshake_end end);
  void *CRTP_NULLABLE context;
  /** The last of the digits that crtp_send_digits or crtp_play_keys took is on the network, for its whole length. */
  void (*CRTP_NULLABLE sent)(void *CRTP_NULLABLE context, uint64_t number);
  void (*CRTP_NULLABLE media)(void *CRTP_NULLABLE context, uint64_t number, crtp_media_news news);
} crtp_listener;

/** Starts the thread; NULL when the system gives none. */
crtp_engine *CRTP_NULLABLE crtp_engine_start(const crtp_listener *CRTP_NULLABLE listener);
/** Ends the thread; every session has been closed before. */
void crtp_engine_stop(crtp_engine *engine);
/** How often a tick began later than the one after it was due. */
uint64_t crtp_engine_late_ticks(const crtp_engine *engine);
/** 1 when its thread is a real-time one, which the system may not allow. */
uint32_t crtp_engine_is_real_time(const crtp_engine *engine);

/** For trials: an engine without a thread, whose time its owner tells it; crtp_engine_stop ends it too. */
crtp_engine *CRTP_NULLABLE crtp_engine_make(const crtp_listener *CRTP_NULLABLE listener);
/** The 10 ms that end at `now_ns`, of an engine that was made so. */
void crtp_engine_tick(crtp_engine *engine, uint64_t now_ns);
/** What stood in a datagram, as if it had come from where the far end was said to be; on its port for RTCP, or for RTP. */
void crtp_hear(crtp_session *session, const void *datagram, size_t bytes, uint32_t is_control);

/** Our certificate, made when the process first asks, as a=fingerprint wants it: "sha-256 4A:AD:..."; NULL when OpenSSL makes none. */
const char *CRTP_NULLABLE crtp_fingerprint(void);

/** Opens an even port and the odd one above it at an address of ours, between `first` and `last`; NULL when there is none. */
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
/** Sends digits as events (RFC 4733), 100 ms each with 60 ms between, after those on their way; how many were taken: all, or none where there is no room. */
uint32_t crtp_send_digits(crtp_session *session, const char *digits);
/** Plays digits in the sound, 100 ms each with 100 ms between, in place of what is said meanwhile; how many were taken: all, or none where there is no room. */
uint32_t crtp_play_keys(crtp_session *session, const char *digits);
/** Drops the digits that wait; the one that is under way goes to its end. */
void crtp_stop_digits(crtp_session *session);
/** How it went so far. */
void crtp_measure(crtp_session *session, crtp_statistics *out);
/** Ends its sound, with RTCP's BYE: from then on nothing is sent or heard. The session and its rings are there until it is closed. */
void crtp_stop(crtp_session *session);
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
