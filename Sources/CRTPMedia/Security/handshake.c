/* Keys by DTLS between the two ports (RFC 5763, RFC 5764). The tick drives the handshake: it never waits.
 *
 * Anybody can send to the port. So only the far end may end the handshake, and our media goes to the signalled address until a
 * certificate proves the far end elsewhere:
 *
 * - A server keeps no state for a hello until a cookie shows that the sender receives at its address (RFC 6347 section 4.2.1). Each
 *   address then has an association of its own. The first one with the right certificate gives the keys.
 * - A client talks only to the address that the description or ICE named.
 * - An unencrypted alert proves nothing and is dropped. A handshake that fails or takes too long begins anew. */
#define _GNU_SOURCE 1

#include "handshake.h"

#include "../Packets/outbox.h"
#include "../clock.h"
#include "../engine.h"
#include "../session.h"
#include "records.h"

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/x509.h>
#include <string.h>
#include <strings.h>

#define PATIENCE_NS (10u * (uint64_t)SECOND_NS) /* the time limit of a handshake */
#define PAUSE_NS (2u * (uint64_t)SECOND_NS)     /* before a client's next attempt */

/* ------------------------------------------------------------------------------------------------------------------------- settings */

/* Reads "sha-256 4A:AD:B9:..." (RFC 8122 section 5); rejects weaker hashes. */
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
  if (crtp_handshake_read(out, s->their_fingerprint)) return -1;
  out->is_on = 1;
  out->is_client = s->is_dtls_client != 0;
  SSL *first = crtp_association_make(session, out->is_client);
  if (out->is_client) out->with[0].ssl = first;
  else out->doorkeeper = first;
  return first ? 0 : -1;
}

void crtp_handshake_close(handshake *handshake) {
  for (size_t i = 0; i < ASSOCIATIONS; i++) crtp_association_close(&handshake->with[i]);
  SSL_free(handshake->doorkeeper);
  memset(handshake, 0, sizeof *handshake);
}

void crtp_handshake_hasten(crtp_session *session) {
  session->handshake.next_ns = 0;
  session->handshake.has_told = 0;
}

/* ------------------------------------------------------------------------------------------------------------------------- the end */

/* Reports to the listener. A failure is reported once, until there are keys or the session is configured anew. */
static void tell(crtp_session *session, crtp_handshake_end how) {
  const crtp_listener *listener = &session->engine->listener;
  if (how != CRTP_HANDSHAKE_DONE && session->handshake.has_told) return;
  session->handshake.has_told = how != CRTP_HANDSHAKE_DONE;
  if (listener->handshake) listener->handshake(listener->context, session->number, how);
}

/* True when this association is with the destination of our media. Only those failures are reported. */
static int is_main(const crtp_session *session, const association *with) {
  return session->handshake.is_client || crtp_is_same(&with->peer, &session->remote, 1);
}

static void give_up(crtp_session *session, association *with, crtp_handshake_end how) {
  const int is_told = is_main(session, with) && !session->keys;
  if (!is_told) session->seen.strangers++;
  crtp_association_close(with);
  session->handshake.next_ns = session->engine->now + PAUSE_NS;
  /* The far end kept its association: one attempt was enough. */
  if (session->handshake.is_client) session->handshake.is_renewal = 0;
  if (is_told) tell(session, how);
}

static int is_them(const handshake *handshake, SSL *ssl) {
  X509 *certificate = SSL_get1_peer_certificate(ssl);
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int bytes = 0;
  const int is_same = certificate && X509_digest(certificate, handshake->hash, digest, &bytes) && bytes == handshake->fingerprint_bytes &&
                      memcmp(digest, handshake->fingerprint, bytes) == 0;
  X509_free(certificate);
  return is_same;
}

/* Derives the keys of client and server, then their salts (RFC 5764 section 4.2). */
static int take_keys(crtp_session *session, SSL *ssl) {
  const SRTP_PROTECTION_PROFILE *profile = SSL_get_selected_srtp_profile(ssl);
  unsigned char material[60], client[30], server[30];
  if (!profile || SSL_export_keying_material(ssl, material, sizeof material, "EXTRACTOR-dtls_srtp", 19, NULL, 0, 0) != 1) return -1;
  memcpy(client, material, 16);
  memcpy(server, material + 16, 16);
  memcpy(client + 16, material + 32, 14);
  memcpy(server + 16, material + 46, 14);
  const uint8_t suite = profile->id == SRTP_AES128_CM_SHA1_32 ? CRTP_SDES_32 : CRTP_SDES_80;
  const int is_server = SSL_is_server(ssl);
  protection *keys = crtp_protection_open(suite, is_server ? server : client, is_server ? client : server);
  OPENSSL_cleanse(material, sizeof material);
  OPENSSL_cleanse(client, sizeof client);
  OPENSSL_cleanse(server, sizeof server);
  if (!keys) return -1;
  crtp_protection_close(session->keys);
  session->keys = keys;
  return 0;
}

/* Accepts an association whose certificate proved the far end: media goes there, unless ICE has chosen an address. */
static void settle(crtp_session *session, association *with) {
  handshake *handshake = &session->handshake;
  for (size_t i = 0; i < ASSOCIATIONS; i++) {
    if (&handshake->with[i] != with) crtp_association_close(&handshake->with[i]);
  }
  with->is_done = 1;
  handshake->is_renewal = 0;
  session->has_heard = 1;
  if (!handshake->is_client && !session->ice.has_chosen) {
    session->remote = with->peer;
    session->is_latched = 1;
    session->is_guessed = 0;
  }
  tell(session, CRTP_HANDSHAKE_DONE);
}

/* Advances an association by one step, with the current datagram or without one. */
static void advance(crtp_session *session, association *with) {
  ERR_clear_error();
  if (with->is_done) {
    /* A repeated last flight means that ours was lost: OpenSSL answers it during the read. */
    unsigned char nothing[16];
    if (session->handshake.datagram) SSL_read(with->ssl, nothing, sizeof nothing);
    return;
  }
  if (with->begun_ns == 0) with->begun_ns = session->engine->now;
  const int result = SSL_do_handshake(with->ssl);
  const int why = SSL_get_error(with->ssl, result);
  if (result == 1 && !is_them(&session->handshake, with->ssl)) give_up(session, with, CRTP_HANDSHAKE_STRANGER);
  else if (result == 1 && take_keys(session, with->ssl)) give_up(session, with, CRTP_HANDSHAKE_FAILED);
  else if (result == 1) settle(session, with);
  else if (why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE) give_up(session, with, CRTP_HANDSHAKE_FAILED);
}

/* Runs a step of an association while OpenSSL's output goes to its peer. */
static void talk(crtp_session *session, association *with, void (*step)(crtp_session *, association *)) {
  session->handshake.peer = session->handshake.is_client ? &session->remote : &with->peer;
  step(session, with);
  session->handshake.peer = NULL;
}

/* --------------------------------------------------------------------------------------------------------------------------- timing */

static void wait(crtp_session *session, association *with) {
  ERR_clear_error();
  if (session->engine->now - with->begun_ns > PATIENCE_NS || DTLSv1_handle_timeout(with->ssl) < 0) give_up(session, with, CRTP_HANDSHAKE_FAILED);
}

void crtp_handshake_tick(crtp_session *session) {
  handshake *handshake = &session->handshake;
  if (!handshake->is_on || !crtp_may_reach(session)) return;
  for (size_t i = 0; i < ASSOCIATIONS; i++) {
    association *with = &handshake->with[i];
    if (with->ssl && with->begun_ns && !with->is_done) talk(session, with, wait);
  }
  if (!handshake->is_client || (session->keys && !handshake->is_renewal) || session->engine->now < handshake->next_ns) return;
  association *with = &handshake->with[0];
  if (!with->ssl) with->ssl = crtp_association_make(session, 1);
  /* A client sends the first hello, once the destination is known. */
  if (with->ssl && !with->begun_ns) talk(session, with, advance);
}

/* ------------------------------------------------------------------------------------------------------------- received datagrams */

/* True when DTLS may come from this address: the destination of our media, or, for a server, any address that may turn out to be the
 * far end's. */
static int may_come_from(const crtp_session *session, const address *from) {
  if (crtp_is_same(from, &session->remote, 1)) return 1;
  if (session->handshake.is_client || session->ice.has_chosen || !session->s.is_symmetric) return 0;
  return !session->ice.is_on || crtp_ice_has_checked(&session->ice, from);
}

/* Returns the association with this address: the one under way, else the completed one. */
static association *with_peer(handshake *handshake, const address *from) {
  association *found = NULL;
  for (size_t i = 0; i < ASSOCIATIONS; i++) {
    association *with = &handshake->with[i];
    if (with->ssl && crtp_is_same(&with->peer, from, 1) && (!found || found->is_done)) found = with;
  }
  return found;
}

/* Returns the place for a new association. The first is for the destination of our media; other addresses replace the oldest of the
 * rest. */
static association *place_for(crtp_session *session, const address *from) {
  handshake *handshake = &session->handshake;
  association *old = with_peer(handshake, from), *best = NULL;
  if (old && !old->is_done) return old;
  if (crtp_is_same(from, &session->remote, 1) && !handshake->with[0].is_done) return &handshake->with[0];
  for (size_t i = 1; i < ASSOCIATIONS; i++) {
    association *place = &handshake->with[i];
    if (!place->is_done && (!best || !place->ssl || (best->ssl && place->begun_ns < best->begun_ns))) best = place;
  }
  return best;
}

/* Answers a hello with a cookie; a hello that returns the cookie begins an association. */
static void greet(crtp_session *session, const address *from, const unsigned char *random) {
  handshake *handshake = &session->handshake;
  if (!handshake->doorkeeper) handshake->doorkeeper = crtp_association_make(session, 0);
  if (!handshake->doorkeeper) return;
  ERR_clear_error();
  handshake->peer = from;
  const int is_here = crtp_association_listen(handshake->doorkeeper) == 1;
  handshake->peer = NULL;
  handshake->datagram = NULL;
  if (!is_here) return;
  association *with = place_for(session, from);
  crtp_association_close(with);
  *with = (association){.ssl = handshake->doorkeeper, .peer = *from};
  memcpy(with->random, random, sizeof with->random);
  handshake->doorkeeper = NULL;
  session->has_heard = 1;
  talk(session, with, advance);
}

void crtp_handshake_hear(crtp_session *session, const unsigned char *datagram, size_t bytes, const address *from) {
  handshake *handshake = &session->handshake;
  unsigned char records[PACKET_MAX];
  if (!handshake->is_on) {
    session->seen.malformed++;
    return;
  }
  if (!may_come_from(session, from)) {
    session->seen.strangers++;
    return;
  }
  const size_t n = crtp_records_sift(datagram, bytes, handshake->is_client, records);
  if (n == 0) {
    session->seen.malformed++;
    return;
  }
  association *with = handshake->is_client ? &handshake->with[0] : with_peer(handshake, from);
  const unsigned char *random = handshake->is_client ? NULL : crtp_records_hello(records, n);
  handshake->datagram = records;
  handshake->bytes = n;
  /* A repeated hello goes to the association that it began; a different one begins another. */
  if (random && !(with && memcmp(with->random, random, sizeof with->random) == 0)) greet(session, from, random);
  else if (with && with->ssl && with->begun_ns) talk(session, with, advance);
  else session->seen.strangers++;
  handshake->datagram = NULL;
}
