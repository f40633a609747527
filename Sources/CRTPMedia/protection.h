/* SRTP (RFC 3711) with AES-128 in counter mode and HMAC-SHA1: contexts made once, so that nothing is allocated for a packet. */
#ifndef CRTP_PROTECTION_H
#define CRTP_PROTECTION_H

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stddef.h>
#include <stdint.h>

#define PROTECTION_MAX 14 /* bytes that are added to a packet of RTCP: its number and its tag; to one of RTP it is less */

/* The keys of packets of one kind, in one direction. */
typedef struct {
  EVP_CIPHER_CTX *cipher;
  SHA_CTX inner, outer; /* HMAC's two hashes, with the key in them already */
  unsigned char salt[14];
  size_t tag_bytes;
} protection_keys;

/* How far one source has come, and which of the last 64 packets have been. */
typedef struct {
  uint32_t ssrc;
  uint8_t is_known;
  uint64_t highest;     /* how often the sequence turned over, and the sequence */
  uint64_t seen;
  uint64_t used;        /* when it was, counted in packets */
} protection_source;

/* A source that had to make room: what is not above this was heard, or came too late. */
typedef struct { uint32_t ssrc; uint8_t is_known; uint64_t highest; } protection_departed;

#define PROTECTION_SOURCES 8
#define PROTECTION_DEPARTED 16

/* The sources of RTP, or of RTCP, under one key. */
typedef struct {
  protection_source sources[PROTECTION_SOURCES];
  protection_departed departed[PROTECTION_DEPARTED];
  uint32_t next_departed;
  uint64_t packets;
} protection_sources;

/* All that must not begin again while the master key stays. */
typedef struct { protection_sources rtp, rtcp; uint32_t control_index; } protection_history;

typedef struct { protection_keys rtp, rtcp; protection_history history; } protection_way;

typedef struct { protection_way outbound, inbound; } protection;

/** NULL where there is no memory, or OpenSSL has not the ciphers. */
protection *crtp_protection_open(uint8_t suite, const unsigned char *ours, const unsigned char *theirs);
void crtp_protection_close(protection *);
/** In place; `bytes` grows by at most PROTECTION_MAX, or shrinks. 0, or -1: it is no packet, or forged, or was there before. */
int crtp_protect(protection *, unsigned char *packet, size_t *bytes);
int crtp_unprotect(protection *, unsigned char *packet, size_t *bytes);
int crtp_protect_control(protection *, unsigned char *packet, size_t *bytes);
int crtp_unprotect_control(protection *, unsigned char *packet, size_t *bytes);

#endif
