/* STUN messages (RFC 8489): the part that an ICE agent needs that only answers. */
#ifndef CRTP_STUN_H
#define CRTP_STUN_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  const unsigned char *transaction; /* 12 bytes */
  const unsigned char *user;
  size_t user_bytes;
  size_t integrity;                 /* the place of MESSAGE-INTEGRITY; 0: none */
  uint8_t is_request, has_fingerprint, names_candidate;
} stun_message;

/** Reads a binding request, or another message. Returns 0, or -1 for data that is not STUN. */
int crtp_stun_read(const unsigned char *data, size_t bytes, stun_message *out);
/** True when the message was made with this password. */
int crtp_stun_is_by(const unsigned char *data, const stun_message *, const char *password);
/** Writes the response that tells the sender its own address, at most 96 bytes; `port` and `address` in network byte order, 4 or 16
 *  bytes of it. */
size_t crtp_stun_answer(
    const stun_message *, uint16_t port, const unsigned char *address, size_t address_bytes, const char *password, unsigned char *out);

#endif
