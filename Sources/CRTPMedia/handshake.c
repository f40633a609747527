/* Keys by DTLS between the two ports (RFC 5763, RFC 5764). The tick drives it: it never waits. */
#include "media.h"
#include "certificate.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/x509.h>
#include <string.h>
#include <strings.h>

#define DATAGRAM_BYTES 1200
#define FIRST_WAIT_US 200000u /* a lost flight is said again after so long, and twice as long each time */

/* ------------------------------------------------------------------------------------------------- datagrams, as OpenSSL wants them */

static int put_datagram(BIO *bio, const char *bytes, int n) {
  const crtp_session *session = BIO_get_data(bio);
  crtp_send_now(session, 0, &session->remote, bytes, (size_t)n);
  return n;
}

static int get_datagram(BIO *bio, char *bytes, int room) {
  crtp_session *session = BIO_get_data(bio);
  handshake *handshake = &session->handshake;
  BIO_clear_retry_flags(bio);
  if (!handshake->datagram) {
    BIO_set_retry_read(bio);
    return -1;
  }
  const int n = handshake->bytes < (size_t)room ? (int)handshake->bytes : room;
  memcpy(bytes, handshake->datagram, (size_t)n);
  handshake->datagram = NULL;
  return n;
}

static long answer(BIO *bio, int question, long number, void *pointer) {
  (void)bio, (void)number, (void)pointer;
  switch (question) {
    case BIO_CTRL_FLUSH: return 1;
    case BIO_CTRL_DGRAM_QUERY_MTU:
    case BIO_CTRL_DGRAM_GET_FALLBACK_MTU: return DATAGRAM_BYTES;
    default: return 0;
  }
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static BIO_METHOD *method;

static void make_method(void) {
  method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "datagrams of a call");
  if (!method) return;
  BIO_meth_set_write(method, put_datagram);
  BIO_meth_set_read(method, get_datagram);
  BIO_meth_set_ctrl(method, answer);
}

static unsigned int wait_us(SSL *ssl, unsigned int before) {
  (void)ssl;
  return before == 0 ? FIRST_WAIT_US : before >= 3000000u ? 6000000u : 2 * before;
}

/* --------------------------------------------------------------------------------------------------------------------- its settings */

/* "sha-256 4A:AD:B9:..." (RFC 8122 section 5); what is weaker is no proof. */
int crtp_handshake_read(handshake *out, const char *text) {
  static const struct { const char *name; const EVP_MD *(*hash)(void); } hashes[] = {
      {"sha-256 ", EVP_sha256}, {"sha-384 ", EVP_sha384}, {"sha-512 ", EVP_sha512}};
  out->hash = NULL;
  for (size_t i = 0; text && i < sizeof hashes / sizeof *hashes; i++) {
    if (strncasecmp(text, hashes[i].name, 8) == 0) out->hash = hashes[i].hash();
  }
  if (!out->hash) return -1;
  text += 8;
  const unsigned int bytes = (unsigned int)EVP_MD_get_size(out->hash);
  for (unsigned int i = 0; i < bytes; i++, text += 3) {
    const char *const digits = "0123456789abcdef";
    const char *high = text[0] ? strchr(digits, text[0] | 0x20) : NULL, *low = high && text[1] ? strchr(digits, text[1] | 0x20) : NULL;
    if (!low || text[2] != (i + 1 < bytes ? ':' : 0)) return -1;
    out->fingerprint[i] = (unsigned char)((high - digits) << 4 | (low - digits));
  }
  out->fingerprint_bytes = bytes;
  return 0;
}

int crtp_handshake_open(crtp_session *session, handshake *out, const crtp_settings *s) {
  pthread_once(&once, make_method);
  SSL_CTX *context = crtp_certificate_context();
  if (!method || !context || crtp_handshake_read(out, s->their_fingerprint)) return -1;
  SSL *ssl = SSL_new(context);
  BIO *bio = ssl ? BIO_new(method) : NULL;
  if (!bio) {
    SSL_free(ssl);
    return -1;
  }
  BIO_set_data(bio, session);
  BIO_set_init(bio, 1);
  SSL_set_bio(ssl, bio, bio);
  DTLS_set_link_mtu(ssl, DATAGRAM_BYTES);
  DTLS_set_timer_cb(ssl, wait_us);
  if (s->is_dtls_client) SSL_set_connect_state(ssl);
  else SSL_set_accept_state(ssl);
  out->ssl = ssl;
  return 0;
}

void crtp_handshake_close(handshake *handshake) {
  if (handshake->ssl) SSL_free(handshake->ssl);
  handshake->ssl = NULL;
}

/* ------------------------------------------------------------------------------------------------------------------------- its life */

static int is_them(const handshake *handshake) {
  X509 *certificate = SSL_get1_peer_certificate(handshake->ssl);
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int bytes = 0;
  const int is_same = certificate && X509_digest(certificate, handshake->hash, digest, &bytes) && bytes == handshake->fingerprint_bytes &&
                      memcmp(digest, handshake->fingerprint, bytes) == 0;
  X509_free(certificate);
  return is_same;
}

/* RFC 5764 section 4.2: the keys of client and server, then their salts. */
static int take_keys(crtp_session *session) {
  SSL *ssl = session->handshake.ssl;
  const SRTP_PROTECTION_PROFILE *profile = SSL_get_selected_srtp_profile(ssl);
  unsigned char material[60], client[30], server[30];
  if (!profile || SSL_export_keying_material(ssl, material, sizeof material, "EXTRACTOR-dtls_srtp", 19, NULL, 0, 0) != 1) return -1;
  memcpy(client, material, 16);
  memcpy(server, material + 16, 16);
  memcpy(client + 16, material + 32, 14);
  memcpy(server + 16, material + 46, 14);
  const uint8_t suite = profile->id == SRTP_AES128_CM_SHA1_32 ? CRTP_SDES_32 : CRTP_SDES_80;
  const int is_server = SSL_is_server(ssl);
  session->keys = crtp_protection_open(suite, is_server ? server : client, is_server ? client : server);
  return session->keys ? 0 : -1;
}

static void end(crtp_session *session, crtp_handshake_end how) {
  session->handshake.is_over = 1;
  const crtp_listener *listener = &session->engine->listener;
  if (listener->handshake) listener->handshake(listener->context, session->number, how);
}

static void advance(crtp_session *session) {
  handshake *handshake = &session->handshake;
  ERR_clear_error();
  if (handshake->is_over) {
    /* Their last flight again, when ours was lost: OpenSSL answers it while it reads. */
    unsigned char nothing[16];
    if (handshake->datagram) SSL_read(handshake->ssl, nothing, sizeof nothing);
    return;
  }
  const int result = SSL_do_handshake(handshake->ssl);
  const int why = SSL_get_error(handshake->ssl, result);
  if (result == 1 && !is_them(handshake)) end(session, CRTP_HANDSHAKE_STRANGER);
  else if (result == 1) end(session, take_keys(session) == 0 ? CRTP_HANDSHAKE_DONE : CRTP_HANDSHAKE_FAILED);
  else if (why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE) end(session, CRTP_HANDSHAKE_FAILED);
}

void crtp_handshake_tick(crtp_session *session) {
  handshake *handshake = &session->handshake;
  if (!handshake->ssl || handshake->is_over) return;
  /* A client says hello first, once it is known where to. */
  if (SSL_in_before(handshake->ssl) && !SSL_is_server(handshake->ssl)) advance(session);
  else if (DTLSv1_handle_timeout(handshake->ssl) < 0) end(session, CRTP_HANDSHAKE_FAILED);
}

void crtp_handshake_hear(crtp_session *session, const unsigned char *datagram, size_t bytes, const address *from) {
  handshake *handshake = &session->handshake;
  if (!handshake->ssl) {
    session->seen.malformed++;
    return;
  }
  if (!crtp_is_same(from, &session->remote, 1)) {
    if (session->is_latched || session->ice.has_chosen || !session->s.is_symmetric) {
      session->seen.strangers++;
      return;
    }
    /* Behind a NAT. Who it is, the certificate tells. */
    session->remote = *from;
  }
  handshake->datagram = datagram;
  handshake->bytes = bytes;
  advance(session);
  handshake->datagram = NULL;
}
