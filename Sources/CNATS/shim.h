/* libnats: the client of NATS, the cluster's engine. */
#ifndef HOOKSWITCH_CNATS_H
#define HOOKSWITCH_CNATS_H
#if __has_include(<nats/nats.h>)
#include <nats/nats.h>
#else
#error "CNATS needs a header that is missing: apt-get install libnats-dev"
#endif
#if __has_include(<openssl/evp.h>)
#include <openssl/evp.h>
#else
#error "CNATS needs a header that is missing: apt-get install libssl-dev"
#endif
#include <stdlib.h>
#include <string.h>

/* The closure of a callback is a number: the callback looks its owner up, which may be gone. */
static inline void *hookswitch_nats_closure(uintptr_t number) { return (void *)number; }
static inline uintptr_t hookswitch_nats_number(const void *closure) { return (uintptr_t)closure; }

/* Writes the public key of an Ed25519 seed of 32 bytes; 0 on success. libnats signs with a seed, but asks for the public key. */
static inline int hookswitch_nkey_public(const unsigned char *seed, unsigned char *public_key) {
  EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed, 32);
  size_t length = 32;
  int made = key != NULL && EVP_PKEY_get_raw_public_key(key, public_key, &length) == 1 && length == 32;
  EVP_PKEY_free(key);
  return made ? 0 : -1;
}

/* Copies a message for natsOptions' handlers, which free it. */
static inline char *hookswitch_nats_copy(const char *text) { return strdup(text); }

/* A writer that the compiler does not leave out, for secrets. */
static inline void hookswitch_nats_wipe(void *bytes, size_t length) { OPENSSL_cleanse(bytes, length); }
#endif
