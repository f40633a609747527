/* STUN messages (RFC 8489), as far as ICE needs them of one who only answers. */
#ifndef CRTP_STUN_H
#define CRTP_STUN_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  const unsigned char *transaction; /* 12 bytes */
  const unsigned char *user;
  size_t user_bytes;
  size_t integrity;                 /* where MESSAGE-INTEGRITY stands; 0: nowhere */
  uint8_t is_request, has_fingerprint, names_candidate;
} stun_message;

/** A binding request, or another message; 0, or -1: it is none. */
int crtp_stun_read(const unsigned char *data, size_t bytes, stun_message *out);
/** Whether it was made with this password. */
int crtp_stun_is_by(const unsigned char *data, const stun_message *, const char *password);
/** The answer that tells whom it came from, at most 96 bytes; `port` and `address` in the order of the network, 4 or 16 bytes of it. */
size_t crtp_stun_answer(
    const stun_message *, uint16_t port, const unsigned char *address, size_t address_bytes, const char *password, unsigned char *out);

#endif
