/* OpenSSL's current HMAC allocates for each message; the deprecated hash functions do not. */
#define OPENSSL_SUPPRESS_DEPRECATED 1
#include "protection.h"

#include "../bytes.h"
#include "crtpmedia.h"

#include <openssl/crypto.h>
#include <stdlib.h>
#include <string.h>

#define CONTROL_TAG 10u

/* ------------------------------------------------------------------------------------------------------------------------------ keys */

/* Applies the keystream of counter mode from this start to the bytes. */
static int turn(EVP_CIPHER_CTX *cipher, const unsigned char start[16], unsigned char *data, size_t bytes) {
  int written = 0;
  return EVP_EncryptInit_ex(cipher, NULL, NULL, NULL, start) == 1 && EVP_EncryptUpdate(cipher, data, &written, data, (int)bytes) == 1 ? 0 : -1;
}

static EVP_CIPHER_CTX *make_cipher(const unsigned char key[16]) {
  EVP_CIPHER_CTX *cipher = EVP_CIPHER_CTX_new();
  const unsigned char start[16] = {0};
  if (cipher && EVP_EncryptInit_ex(cipher, EVP_aes_128_ctr(), NULL, key, start) == 1) return cipher;
  EVP_CIPHER_CTX_free(cipher);
  return NULL;
}

/* Derives one key for each use from the master key and its salt (section 4.3). */
static int derive(EVP_CIPHER_CTX *master, const unsigned char *salt, uint8_t label, unsigned char *out, size_t bytes) {
  unsigned char start[16] = {0};
  memcpy(start, salt, 14);
  start[7] ^= label;
  memset(out, 0, bytes);
  return turn(master, start, out, bytes);
}

/* RFC 2104. */
static void key_hash(protection_keys *keys, const unsigned char *key, size_t bytes) {
  unsigned char inner[64], outer[64];
  for (size_t i = 0; i < 64; i++) {
    const unsigned char k = i < bytes ? key[i] : 0;
    inner[i] = k ^ 0x36, outer[i] = k ^ 0x5c;
  }
  SHA1_Init(&keys->inner), SHA1_Update(&keys->inner, inner, 64);
  SHA1_Init(&keys->outer), SHA1_Update(&keys->outer, outer, 64);
  OPENSSL_cleanse(inner, sizeof inner);
  OPENSSL_cleanse(outer, sizeof outer);
}

static int open_keys(protection_keys *keys, EVP_CIPHER_CTX *master, const unsigned char *salt, uint8_t label, size_t tag_bytes) {
  unsigned char key[16], proof[20];
  if (!derive(master, salt, label, key, 16) && !derive(master, salt, label + 1, proof, 20) && !derive(master, salt, label + 2, keys->salt, 14)) {
    key_hash(keys, proof, sizeof proof);
    keys->tag_bytes = tag_bytes;
    keys->cipher = make_cipher(key);
  }
  OPENSSL_cleanse(key, sizeof key);
  OPENSSL_cleanse(proof, sizeof proof);
  return keys->cipher ? 0 : -1;
}

static int open_way(protection_way *way, uint8_t suite, const unsigned char *key) {
  EVP_CIPHER_CTX *master = make_cipher(key);
  /* RTCP has the long tag with both suites (RFC 4568 section 6.2.2). */
  const int failed = !master || open_keys(&way->rtp, master, key + 16, 0, suite == CRTP_SDES_32 ? 4 : 10) ||
                     open_keys(&way->rtcp, master, key + 16, 3, CONTROL_TAG);
  EVP_CIPHER_CTX_free(master);
  return failed ? -1 : 0;
}

protection *crtp_protection_open(uint8_t suite, const unsigned char *ours, const unsigned char *theirs) {
  protection *made = calloc(1, sizeof *made);
  if (made && !open_way(&made->outbound, suite, ours) && !open_way(&made->inbound, suite, theirs)) return made;
  crtp_protection_close(made);
  return NULL;
}

void crtp_protection_close(protection *keys) {
  if (!keys) return;
  protection_way *ways[] = {&keys->outbound, &keys->inbound};
  for (size_t i = 0; i < 2; i++) {
    EVP_CIPHER_CTX_free(ways[i]->rtp.cipher);
    EVP_CIPHER_CTX_free(ways[i]->rtcp.cipher);
  }
  OPENSSL_cleanse(keys, sizeof *keys);
  free(keys);
}

/* --------------------------------------------------------------------------------------------------------------- both kinds of packets */

/* Section 4.1.1. */
static int encipher(protection_keys *keys, uint32_t ssrc, uint64_t index, unsigned char *data, size_t bytes) {
  unsigned char start[16] = {0};
  memcpy(start, keys->salt, 14);
  for (size_t i = 0; i < 4; i++) start[4 + i] ^= (unsigned char)(ssrc >> (24 - 8 * i));
  for (size_t i = 0; i < 6; i++) start[8 + i] ^= (unsigned char)(index >> (40 - 8 * i));
  return turn(keys->cipher, start, data, bytes);
}

/* Authenticates the packet, and for RTP also the rollover counter, which is not in it (section 4.2). */
static void prove(const protection_keys *keys, const unsigned char *data, size_t bytes, const unsigned char *more, size_t more_bytes,
                  unsigned char proof[20]) {
  SHA_CTX hash = keys->inner;
  SHA1_Update(&hash, data, bytes);
  if (more) SHA1_Update(&hash, more, more_bytes);
  SHA1_Final(proof, &hash);
  hash = keys->outer;
  SHA1_Update(&hash, proof, 20);
  SHA1_Final(proof, &hash);
}

/* Section 3.3.2. */
static int was_there(const protection_source *source, uint64_t index) {
  if (!source->is_known || index > source->highest) return 0;
  const uint64_t before = source->highest - index;
  return before >= 64 || (source->seen >> before & 1u);
}

static void note(protection_source *source, uint64_t index) {
  if (!source->is_known || index > source->highest) {
    const uint64_t further = source->is_known ? index - source->highest : 64;
    source->seen = (further < 64 ? source->seen << further : 0) | 1u;
    source->highest = index;
    source->is_known = 1;
  } else {
    source->seen |= (uint64_t)1 << (source->highest - index);
  }
}

static protection_source *source_of(protection_sources *all, uint32_t ssrc) {
  for (size_t i = 0; i < PROTECTION_SOURCES; i++) {
    if (all->sources[i].is_known && all->sources[i].ssrc == ssrc) return &all->sources[i];
  }
  return NULL;
}

static protection_departed *departed_of(protection_sources *all, uint32_t ssrc) {
  for (size_t i = 0; i < PROTECTION_DEPARTED; i++) {
    if (all->departed[i].is_known && all->departed[i].ssrc == ssrc) return &all->departed[i];
  }
  return NULL;
}

/* Returns the state of a source: its own, a rebuilt one for a source that lost its place, or a new one. */
static protection_source recall(protection_sources *all, uint32_t ssrc) {
  const protection_source *known = source_of(all, ssrc);
  if (known) return *known;
  const protection_departed *departed = departed_of(all, ssrc);
  /* All of its last 64 packets count as received. */
  if (departed) return (protection_source){.ssrc = ssrc, .is_known = 1, .highest = departed->highest, .seen = UINT64_MAX};
  return (protection_source){.ssrc = ssrc};
}

/* Returns a place for a new source: a free one, or that of the source silent for longest, whose highest index is kept. */
static protection_source *make_room(protection_sources *all) {
  protection_source *place = &all->sources[0];
  for (size_t i = 0; i < PROTECTION_SOURCES && place->is_known; i++) {
    if (!all->sources[i].is_known || all->sources[i].used < place->used) place = &all->sources[i];
  }
  if (place->is_known) {
    all->departed[all->next_departed++ % PROTECTION_DEPARTED] =
        (protection_departed){.ssrc = place->ssrc, .is_known = 1, .highest = place->highest};
  }
  return place;
}

/* Records a packet after its authentication, so that a sender without the key takes no place. */
static void keep(protection_sources *all, const protection_source *state, uint64_t index) {
  protection_source *place = source_of(all, state->ssrc);
  if (!place) {
    protection_departed *departed = departed_of(all, state->ssrc);
    if (departed) departed->is_known = 0;
    place = make_room(all);
    *place = *state;
  }
  note(place, index);
  place->used = ++all->packets;
}

/* ------------------------------------------------------------------------------------------------------------------------------- RTP */

static size_t head_of(const unsigned char *packet, size_t bytes) {
  size_t head = bytes < 12 ? 0 : 12 + 4u * (packet[0] & 15u);
  if (head && packet[0] & 0x10) head = bytes < head + 4 ? 0 : head + 4 + 4u * get16(packet + head + 2);
  return head > bytes ? 0 : head;
}

/* Returns the most likely index of a sequence number (section 3.3.1, appendix A). */
static uint64_t index_of(const protection_source *source, uint16_t sequence) {
  if (!source->is_known) return sequence;
  const uint64_t turns = source->highest >> 16;
  const uint16_t last = (uint16_t)source->highest;
  if (last < 0x8000 && sequence > last && sequence - last > 0x8000) return turns > 0 ? (turns - 1) << 16 | sequence : sequence;
  if (last >= 0x8000 && last - 0x8000 > sequence) return (turns + 1) << 16 | sequence;
  return turns << 16 | sequence;
}

static void prove_packet(const protection_keys *keys, const unsigned char *packet, size_t bytes, uint64_t index, unsigned char proof[20]) {
  unsigned char turns[4];
  put32(turns, (uint32_t)(index >> 16));
  prove(keys, packet, bytes, turns, 4, proof);
}

int crtp_protect(protection *keys, unsigned char *packet, size_t *bytes) {
  protection_way *way = &keys->outbound;
  const size_t head = head_of(packet, *bytes);
  unsigned char proof[20];
  if (head == 0) return -1;
  /* We send as one source, which always has the first place. */
  protection_source *source = &way->history.rtp.sources[0];
  const uint64_t index = index_of(source, get16(packet + 2));
  if (encipher(&way->rtp, get32(packet + 8), index, packet + head, *bytes - head)) return -1;
  note(source, index);
  prove_packet(&way->rtp, packet, *bytes, index, proof);
  memcpy(packet + *bytes, proof, way->rtp.tag_bytes);
  *bytes += way->rtp.tag_bytes;
  return 0;
}

int crtp_unprotect(protection *keys, unsigned char *packet, size_t *bytes) {
  protection_way *way = &keys->inbound;
  const size_t tag = way->rtp.tag_bytes, n = *bytes > tag ? *bytes - tag : 0, head = head_of(packet, n);
  unsigned char proof[20];
  if (head == 0) return -1;
  const uint32_t ssrc = get32(packet + 8);
  const protection_source source = recall(&way->history.rtp, ssrc);
  const uint64_t index = index_of(&source, get16(packet + 2));
  if (was_there(&source, index)) return -1;
  prove_packet(&way->rtp, packet, n, index, proof);
  if (CRYPTO_memcmp(proof, packet + n, tag) != 0 || encipher(&way->rtp, ssrc, index, packet + head, n - head)) return -1;
  keep(&way->history.rtp, &source, index);
  *bytes = n;
  return 0;
}

/* ------------------------------------------------------------------------------------------------------------------------------ RTCP */

int crtp_protect_control(protection *keys, unsigned char *packet, size_t *bytes) {
  protection_way *way = &keys->outbound;
  unsigned char proof[20];
  if (*bytes < 8) return -1;
  const uint32_t index = ++way->history.control_index & 0x7fffffffu;
  if (encipher(&way->rtcp, get32(packet + 4), index, packet + 8, *bytes - 8)) return -1;
  put32(packet + *bytes, index | 0x80000000u);
  *bytes += 4;
  prove(&way->rtcp, packet, *bytes, NULL, 0, proof);
  memcpy(packet + *bytes, proof, CONTROL_TAG);
  *bytes += CONTROL_TAG;
  return 0;
}

int crtp_unprotect_control(protection *keys, unsigned char *packet, size_t *bytes) {
  protection_way *way = &keys->inbound;
  unsigned char proof[20];
  if (*bytes < 8 + 4 + CONTROL_TAG) return -1;
  const size_t n = *bytes - 4 - CONTROL_TAG;
  const uint32_t word = get32(packet + n), index = word & 0x7fffffffu, ssrc = get32(packet + 4);
  const protection_source source = recall(&way->history.rtcp, ssrc);
  if (was_there(&source, index)) return -1;
  prove(&way->rtcp, packet, n + 4, NULL, 0, proof);
  if (CRYPTO_memcmp(proof, packet + n + 4, CONTROL_TAG) != 0) return -1;
  if (word >> 31 && encipher(&way->rtcp, ssrc, index, packet + 8, n - 8)) return -1;
  keep(&way->history.rtcp, &source, index);
  *bytes = n;
  return 0;
}
