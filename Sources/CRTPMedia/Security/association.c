/* DTLS associations in OpenSSL. */
#define _GNU_SOURCE 1

#include "association.h"

#include "../Packets/outbox.h"
#include "../session.h"
#include "certificate.h"

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <string.h>

#define DATAGRAM_BYTES 1200
#define FIRST_WAIT_US 200000u /* before the first retransmission of a lost flight; the wait doubles each time */

static int put_datagram(BIO *bio, const char *bytes, int n) {
  const crtp_session *session = BIO_get_data(bio);
  const address *peer = session->handshake.peer;
  if (peer && !crtp_is_nowhere(session)) crtp_send_now(session, 0, peer, bytes, (size_t)n);
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

/* ------------------------------------------------------------------------------------------------- cookies (RFC 6347 section 4.2.1) */

static unsigned char secret[32];

/* Makes a cookie for the peer's address: only a sender that receives there can return it. */
static int make_cookie(SSL *ssl, unsigned char cookie[EVP_MAX_MD_SIZE], unsigned int *bytes) {
  const crtp_session *session = BIO_get_data(SSL_get_rbio(ssl));
  const address *peer = session->handshake.peer;
  struct { uint64_t number; address peer; } of;
  memset(&of, 0, sizeof of);
  of.number = session->number;
  if (!peer) return 0;
  of.peer.any.sa_family = peer->any.sa_family;
  if (peer->any.sa_family == AF_INET6) of.peer.v6.sin6_port = peer->v6.sin6_port, of.peer.v6.sin6_addr = peer->v6.sin6_addr;
  else of.peer.v4.sin_port = peer->v4.sin_port, of.peer.v4.sin_addr = peer->v4.sin_addr;
  return HMAC(EVP_sha256(), secret, sizeof secret, (unsigned char *)&of, sizeof of, cookie, bytes) != NULL;
}

static int check_cookie(SSL *ssl, const unsigned char *cookie, unsigned int bytes) {
  unsigned char ours[EVP_MAX_MD_SIZE];
  unsigned int n = 0;
  return make_cookie(ssl, ours, &n) && n == bytes && CRYPTO_memcmp(ours, cookie, n) == 0;
}

/* ------------------------------------------------------------------------------------------------------------------- associations */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static BIO_METHOD *method;

static void prepare(void) {
  method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "datagrams of a call");
  if (!method) return;
  BIO_meth_set_write(method, put_datagram);
  BIO_meth_set_read(method, get_datagram);
  BIO_meth_set_ctrl(method, answer);
  SSL_CTX *context = crtp_certificate_context();
  if (!context || RAND_bytes(secret, sizeof secret) != 1) {
    BIO_meth_free(method);
    method = NULL;
    return;
  }
  SSL_CTX_set_cookie_generate_cb(context, make_cookie);
  SSL_CTX_set_cookie_verify_cb(context, check_cookie);
}

static unsigned int wait_us(SSL *ssl, unsigned int before) {
  (void)ssl;
  return before == 0 ? FIRST_WAIT_US : before >= 3000000u ? 6000000u : 2 * before;
}

SSL *crtp_association_make(crtp_session *session, int is_client) {
  pthread_once(&once, prepare);
  SSL_CTX *context = crtp_certificate_context();
  SSL *ssl = method && context ? SSL_new(context) : NULL;
  BIO *bio = ssl ? BIO_new(method) : NULL;
  if (!bio) {
    SSL_free(ssl);
    return NULL;
  }
  BIO_set_data(bio, session);
  BIO_set_init(bio, 1);
  SSL_set_bio(ssl, bio, bio);
  DTLS_set_link_mtu(ssl, DATAGRAM_BYTES);
  DTLS_set_timer_cb(ssl, wait_us);
  if (is_client) SSL_set_connect_state(ssl);
  else SSL_set_accept_state(ssl);
  return ssl;
}

void crtp_association_close(association *with) {
  SSL_free(with->ssl);
  *with = (association){0};
}

int crtp_association_listen(SSL *ssl) {
  BIO_ADDR *unused = BIO_ADDR_new();
  if (!unused) return 0;
  const int result = DTLSv1_listen(ssl, unused);
  BIO_ADDR_free(unused);
  /* DTLSv1_listen clears the object, so these are set again. */
  DTLS_set_link_mtu(ssl, DATAGRAM_BYTES);
  DTLS_set_timer_cb(ssl, wait_us);
  return result;
}
