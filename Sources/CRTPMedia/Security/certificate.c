/* Each process has its own self-signed certificate (RFC 5763 section 5); its fingerprint in the session description proves the owner. */
#include "certificate.h"

#include "../clock.h"
#include "crtpmedia.h"

#include <openssl/evp.h>
#include <openssl/x509.h>
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static SSL_CTX *shared;
static char fingerprint[8 + 3 * EVP_MAX_MD_SIZE];

/* Accepts every certificate, because theirs is self-signed too: its fingerprint is checked after the handshake. */
static int accept_all(int is_fine, X509_STORE_CTX *store) {
  (void)is_fine, (void)store;
  return 1;
}

static X509 *sign(EVP_PKEY *key) {
  X509 *certificate = X509_new();
  if (!certificate) return NULL;
  X509_set_version(certificate, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), (long)(crtp_random() >> 1));
  X509_gmtime_adj(X509_getm_notBefore(certificate), -86400);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 10L * 365 * 86400);
  X509_set_pubkey(certificate, key);
  X509_NAME *name = X509_get_subject_name(certificate);
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"rtp", -1, -1, 0);
  X509_set_issuer_name(certificate, name);
  if (X509_sign(certificate, key, EVP_sha256())) return certificate;
  X509_free(certificate);
  return NULL;
}

static int write_fingerprint(const X509 *certificate) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int bytes = 0;
  if (!X509_digest(certificate, EVP_sha256(), digest, &bytes)) return -1;
  int at = snprintf(fingerprint, sizeof fingerprint, "sha-256 ");
  for (unsigned int i = 0; i < bytes; i++) at += snprintf(fingerprint + at, 4, i ? ":%02X" : "%02X", digest[i]);
  return 0;
}

static void make(void) {
  SSL_CTX *context = SSL_CTX_new(DTLS_method());
  EVP_PKEY *key = EVP_EC_gen("P-256");
  X509 *certificate = key ? sign(key) : NULL;
  /* SSL_CTX_set_tlsext_use_srtp returns 0 on success. */
  if (context && certificate && SSL_CTX_use_certificate(context, certificate) == 1 && SSL_CTX_use_PrivateKey(context, key) == 1 &&
      SSL_CTX_set_tlsext_use_srtp(context, "SRTP_AES128_CM_SHA1_80:SRTP_AES128_CM_SHA1_32") == 0 &&
      SSL_CTX_set_min_proto_version(context, DTLS1_2_VERSION) == 1 && write_fingerprint(certificate) == 0) {
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, accept_all);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_options(context, SSL_OP_NO_QUERY_MTU | SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION);
    shared = context;
  } else {
    SSL_CTX_free(context);
  }
  X509_free(certificate);
  EVP_PKEY_free(key);
}

SSL_CTX *crtp_certificate_context(void) {
  pthread_once(&once, make);
  return shared;
}

const char *crtp_fingerprint(void) { return crtp_certificate_context() ? fingerprint : NULL; }
