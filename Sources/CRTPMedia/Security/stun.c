/* STUN messages. */
#include "stun.h"

#include "../Packets/rtp.h"
#include "../bytes.h"

#include <openssl/crypto.h>
#include <openssl/hmac.h>
#include <string.h>

#define COOKIE 0x2112a442u
#define BINDING_REQUEST 0x0001u
#define BINDING_SUCCESS 0x0101u
#define USERNAME 0x0006u
#define MESSAGE_INTEGRITY 0x0008u
#define XOR_MAPPED_ADDRESS 0x0020u
#define USE_CANDIDATE 0x0025u
#define FINGERPRINT 0x8028u

/* The CRC of ITU-T V.42, bit by bit: these messages are rare. */
static uint32_t crc32_of(const unsigned char *data, size_t bytes) {
  uint32_t crc = 0xffffffffu;
  for (size_t i = 0; i < bytes; i++) {
    crc ^= data[i];
    for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1u ? 0xedb88320u : 0);
  }
  return ~crc;
}

int crtp_stun_read(const unsigned char *data, size_t bytes, stun_message *out) {
  memset(out, 0, sizeof *out);
  if (bytes < 20 || data[0] >> 6 != 0 || get32(data + 4) != COOKIE || get16(data + 2) + 20u != bytes || bytes % 4 != 0) return -1;
  out->is_request = get16(data) == BINDING_REQUEST;
  out->transaction = data + 8;
  for (size_t at = 20; at < bytes;) {
    if (bytes - at < 4) return -1;
    const uint16_t type = get16(data + at);
    const size_t length = get16(data + at + 2), end = at + 4 + (length + 3u) / 4u * 4u;
    if (end > bytes || out->has_fingerprint) return -1;
    if (type == FINGERPRINT) {
      if (length != 4 || (crc32_of(data, at) ^ 0x5354554eu) != get32(data + at + 4)) return -1;
      out->has_fingerprint = 1;
    } else if (out->integrity) {
      /* After MESSAGE-INTEGRITY only FINGERPRINT counts. */
    } else if (type == MESSAGE_INTEGRITY) {
      if (length != 20) return -1;
      out->integrity = at;
    } else if (type == USERNAME) {
      out->user = data + at + 4;
      out->user_bytes = length;
    } else if (type == USE_CANDIDATE) {
      out->names_candidate = 1;
    } else if (type < 0x8000u && type != 0x0024u) {
      return -1; /* a comprehension-required attribute that is unknown: no answer; 0x0024 is PRIORITY */
    }
    at = end;
  }
  return 0;
}

/* Computes the HMAC-SHA1 of a message as if MESSAGE-INTEGRITY were its last attribute. */
static int prove(const unsigned char *data, size_t integrity, const char *password, unsigned char *proof) {
  unsigned char copy[PACKET_MAX];
  unsigned int bytes = 0;
  if (integrity > sizeof copy) return -1;
  memcpy(copy, data, integrity);
  put16(copy + 2, (uint32_t)(integrity + 24 - 20));
  return HMAC(EVP_sha1(), password, (int)strlen(password), copy, integrity, proof, &bytes) && bytes == 20 ? 0 : -1;
}

int crtp_stun_is_by(const unsigned char *data, const stun_message *message, const char *password) {
  unsigned char proof[EVP_MAX_MD_SIZE];
  if (!message->integrity || prove(data, message->integrity, password, proof)) return 0;
  return CRYPTO_memcmp(proof, data + message->integrity + 4, 20) == 0;
}

size_t crtp_stun_answer(
    const stun_message *to, uint16_t port, const unsigned char *address, size_t address_bytes, const char *password, unsigned char *out) {
  size_t at = 20;
  put16(out, BINDING_SUCCESS);
  put32(out + 4, COOKIE);
  memcpy(out + 8, to->transaction, 12);
  put16(out + at, XOR_MAPPED_ADDRESS);
  put16(out + at + 2, (uint32_t)(4 + address_bytes));
  out[at + 4] = 0;
  out[at + 5] = address_bytes == 16 ? 2 : 1;
  memcpy(out + at + 6, &port, 2);
  memcpy(out + at + 8, address, address_bytes);
  /* XORed with the cookie and the transaction id, which are adjacent in the header. */
  for (size_t i = 0; i < 2; i++) out[at + 6 + i] ^= out[4 + i];
  for (size_t i = 0; i < address_bytes; i++) out[at + 8 + i] ^= out[4 + i];
  at += 8 + address_bytes;
  unsigned char proof[EVP_MAX_MD_SIZE];
  if (prove(out, at, password, proof)) return 0;
  put16(out + at, MESSAGE_INTEGRITY);
  put16(out + at + 2, 20);
  memcpy(out + at + 4, proof, 20);
  at += 24;
  put16(out + 2, (uint32_t)(at + 8 - 20));
  const uint32_t crc = crc32_of(out, at) ^ 0x5354554eu;
  put16(out + at, FINGERPRINT);
  put16(out + at + 2, 4);
  put32(out + at + 4, crc);
  return at + 8;
}
