/* csipdigest.h - answers to digest challenges (RFC 7616, in SIP RFC 8760): MD5, SHA-256 and SHA-512-256, each also as a session algorithm. */
#ifndef CSIPDIGEST_H
#define CSIPDIGEST_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#define CSIP_DIGEST_NULLABLE _Nullable
#else
#define CSIP_DIGEST_NULLABLE
#endif

/** The hexadecimal digits of the longest digest, and a NUL. */
#define CSIP_DIGEST_BYTES 65

/** The input of an answer; all texts without their quotes. */
typedef struct csip_digest {
  const char *CSIP_DIGEST_NULLABLE algorithm; /* NULL: MD5 */
  const char *user;
  const char *password;
  const char *realm;
  const char *nonce;
  const char *CSIP_DIGEST_NULLABLE qop; /* auth, auth-int, or NULL as in RFC 2069 */
  const char *CSIP_DIGEST_NULLABLE cnonce;
  uint32_t count;
  const char *method;
  const char *uri;
  const char *CSIP_DIGEST_NULLABLE body;
  size_t body_bytes;
} csip_digest;

/** Writes the answer into CSIP_DIGEST_BYTES bytes; returns -1 for an unknown algorithm. */
int32_t csip_digest_answer(const csip_digest *digest, char *room);

/** Writes the hashed user name (userhash, RFC 7616 section 3.4.4) into CSIP_DIGEST_BYTES bytes; returns -1 for an unknown algorithm. */
int32_t csip_digest_user(const char *CSIP_DIGEST_NULLABLE algorithm, const char *user, const char *realm, char *room);

/** Ranks an algorithm: a stronger one has a greater number; -1 for an unknown one. */
int32_t csip_digest_strength(const char *CSIP_DIGEST_NULLABLE algorithm);

/** The room for a UUID's text with its end. */
#define CSIP_INSTANCE_BYTES 40

/** Writes the UUID of version 5 (RFC 9562 section 5.5) of a name into CSIP_INSTANCE_BYTES bytes; returns -1 without SHA-1. */
int32_t csip_instance(const char *name, char *room);

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif
#ifdef __cplusplus
}
#endif
#endif /* CSIPDIGEST_H */
