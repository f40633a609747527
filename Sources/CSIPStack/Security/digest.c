/* Computes answers to digest challenges. */
#include "csipdigest.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct {
  const char *name;
  const EVP_MD *(*hash)(void);
  int is_session;
} algorithm;

/* Weakest first (RFC 7616 section 3.7). */
static const algorithm algorithms[] = {
    {"MD5", EVP_md5, 0},        {"MD5-sess", EVP_md5, 1},               {"SHA-256", EVP_sha256, 0},
    {"SHA-256-sess", EVP_sha256, 1}, {"SHA-512-256", EVP_sha512_256, 0}, {"SHA-512-256-sess", EVP_sha512_256, 1},
};

static const algorithm *find(const char *name) {
  if (!name) return &algorithms[0];
  for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
    if (strcasecmp(name, algorithms[i].name) == 0) return &algorithms[i];
  }
  return NULL;
}

int32_t csip_digest_strength(const char *name) {
  const algorithm *found = find(name);
  return found ? (int32_t)(found - algorithms) : -1;
}

typedef struct {
  const char *text;
  size_t bytes;
} part;

#define PART(string) {string, strlen(string)}

/* Hashes some parts with colons between them; writes hexadecimal digits. */
static int hash(const algorithm *how, const part *parts, size_t n, char *room) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int bytes = 0;
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  int is_good = context && EVP_DigestInit_ex(context, how->hash(), NULL);
  for (size_t i = 0; is_good && i < n; i++) {
    is_good = (i == 0 || EVP_DigestUpdate(context, ":", 1)) && EVP_DigestUpdate(context, parts[i].text, parts[i].bytes);
  }
  is_good = is_good && EVP_DigestFinal_ex(context, digest, &bytes) && bytes * 2 < CSIP_DIGEST_BYTES;
  EVP_MD_CTX_free(context);
  if (!is_good) return -1;
  for (unsigned int i = 0; i < bytes; i++) snprintf(room + 2 * i, 3, "%02x", digest[i]);
  return 0;
}

int32_t csip_digest_answer(const csip_digest *d, char *room) {
  const algorithm *how = find(d->algorithm);
  if (!how) return -1;
  const char *cnonce = d->cnonce ? d->cnonce : "";
  char a1[CSIP_DIGEST_BYTES], a2[CSIP_DIGEST_BYTES], body[CSIP_DIGEST_BYTES], count[9];
  snprintf(count, sizeof count, "%08x", d->count);
  int failed = hash(how, (const part[]){PART(d->user), PART(d->realm), PART(d->password)}, 3, a1);
  if (!failed && how->is_session) failed = hash(how, (const part[]){PART(a1), PART(d->nonce), PART(cnonce)}, 3, a1);
  const int has_body = d->qop && strcmp(d->qop, "auth-int") == 0;
  if (!failed && has_body) failed = hash(how, (const part[]){{d->body ? d->body : "", d->body ? d->body_bytes : 0}}, 1, body);
  if (!failed) failed = hash(how, (const part[]){PART(d->method), PART(d->uri), PART(has_body ? body : "")}, has_body ? 3 : 2, a2);
  if (!failed && d->qop)
    failed = hash(how, (const part[]){PART(a1), PART(d->nonce), PART(count), PART(cnonce), PART(d->qop), PART(a2)}, 6, room);
  else if (!failed)
    failed = hash(how, (const part[]){PART(a1), PART(d->nonce), PART(a2)}, 3, room);
  OPENSSL_cleanse(a1, sizeof a1);
  return failed;
}

int32_t csip_digest_user(const char *name, const char *user, const char *realm, char *room) {
  const algorithm *how = find(name);
  return how ? hash(how, (const part[]){PART(user), PART(realm)}, 2, room) : -1;
}
