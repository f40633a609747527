/* SRTP (RFC 3711) with AES-128 in counter mode and HMAC-SHA1. Contexts are made once, so that no packet allocates. */
#ifndef CRTP_PROTECTION_H
#define CRTP_PROTECTION_H

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stddef.h>
#include <stdint.h>

#define PROTECTION_MAX 14 /* the most bytes added to a packet: RTCP's index and tag; RTP gets fewer */

/* The keys for packets of one kind, in one direction. */
typedef struct {
  EVP_CIPHER_CTX *cipher;
  SHA_CTX inner, outer; /* HMAC's two hashes, already keyed */
  unsigned char salt[14];
  size_t tag_bytes;
} protection_keys;

/* The highest index of one source, and which of the last 64 packets have come. */
typedef struct {
  uint32_t ssrc;
  uint8_t is_known;
  uint64_t highest;     /* the rollover counter and the sequence number */
  uint64_t seen;
  uint64_t used;        /* the time of its last packet, counted in packets */
} protection_source;

/* A source that lost its place: packets up to `highest` are repeated or too late. */
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

/* The state that must not restart while the master key stays. */
typedef struct { protection_sources rtp, rtcp; uint32_t control_index; } protection_history;

typedef struct { protection_keys rtp, rtcp; protection_history history; } protection_way;

typedef struct { protection_way outbound, inbound; } protection;

/** Returns NULL without memory, or when OpenSSL lacks the ciphers. */
protection *crtp_protection_open(uint8_t suite, const unsigned char *ours, const unsigned char *theirs);
void crtp_protection_close(protection *);
/** These four work in place; `bytes` grows by at most PROTECTION_MAX, or shrinks. 0, or -1 for a packet that is malformed, forged or
 *  repeated. */
int crtp_protect(protection *, unsigned char *packet, size_t *bytes);
int crtp_unprotect(protection *, unsigned char *packet, size_t *bytes);
int crtp_protect_control(protection *, unsigned char *packet, size_t *bytes);
int crtp_unprotect_control(protection *, unsigned char *packet, size_t *bytes);

#endif
