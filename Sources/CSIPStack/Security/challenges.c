/* Answers challenges (401, 407). sofia-sip 1.12.11 knows only MD5: this file replaces its digest, and takes the strongest of several
 * challenges (RFC 8760 section 2.4). */
#include "challenges.h"

#include "../Messages/parts.h"
#include "../stack.h"

/* The library is built with this, which makes its structure longer. */
#define SOFIA_EXTEND_AUTH_CLIENT 1
#include "csipdigest.h"

#include <openssl/rand.h>
#include <sofia-sip/auth_client.h>
#include <sofia-sip/auth_client_plugin.h>
#include <sofia-sip/msg_header.h>
#include <sofia-sip/msg_mime_protos.h>
#include <sofia-sip/sip.h>
#include <sofia-sip/su_string.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ----------------------------------------------------------------------------------------------------------------- a kept challenge */

/* A challenge. It begins like the library's structure; its memory is a home, which frees the texts with it. */
typedef struct {
  auth_client_t client;
  const char *algorithm, *nonce, *opaque, *qop, *quoted_realm;
  char *host; /* of the first request that answered it: other hosts get no unasked answer */
  int is_elsewhere; /* the last request went to another host, without an answer */
  char cnonce[33];
  uint32_t count;
  int hashes_user;
  int is_fresh; /* came with the current response: weaker challenges of it do not count */
} challenge;

static char *parameter(su_home_t *home, msg_auth_t const *from, const char *name) {
  const char *value = msg_params_find(from->au_params, name);
  if (!value) return NULL;
  return *value == '"' ? msg_unquote_dup(home, value) : su_strdup(home, value);
}

static int is_true(const char *value) { return value && strcasecmp(value, "true") == 0; }

/* True when a list such as `auth,auth-int` contains `word`. */
static int has_word(const char *list, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = list; at && *at;) {
    at += strspn(at, ", \t");
    const size_t n = strcspn(at, ", \t");
    if (n == length && strncasecmp(at, word, n) == 0) return 1;
    at += n;
  }
  return 0;
}

static void forget(su_home_t *home, challenge *c) {
  const char *texts[] = {c->algorithm, c->nonce, c->opaque, c->qop, c->quoted_realm};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) su_free(home, (void *)texts[i]);
}

/* True when the challenge can be answered. An unknown one is no error, because others may accompany it. */
static int is_answerable(msg_auth_t const *offered, su_home_t *home) {
  if (!offered->au_scheme || strcasecmp(offered->au_scheme, "Digest") != 0) return 0;
  char *algorithm = parameter(home, offered, "algorithm="), *qop = parameter(home, offered, "qop=");
  const int is_good = csip_digest_strength(algorithm) >= 0 && (!qop || has_word(qop, "auth") || has_word(qop, "auth-int")) &&
      msg_params_find(offered->au_params, "realm=") && msg_params_find(offered->au_params, "nonce=");
  su_free(home, algorithm);
  su_free(home, qop);
  return is_good;
}

static void wipe(su_home_t *home, char **text) {
  if (*text) explicit_bzero(*text, strlen(*text));
  su_free(home, (void *)*text);
  *text = NULL;
}

/* Keeps a challenge for the library. Returns 2 when the request is to be sent again, 1 when there is nothing new to answer, -1 on failure. */
static int keep(auth_client_t *client, msg_auth_t const *offered) {
  challenge *c = (challenge *)client;
  su_home_t *home = client->ca_home;
  if (c->is_elsewhere) {
    /* With credentials from an earlier challenge the library would answer by itself. Without them it asks, and is_entitled decides. */
    wipe(home, &client->ca_user);
    wipe(home, &client->ca_pass);
    wipe(home, &c->host);
    c->is_elsewhere = 0;
  }
  if (!is_answerable(offered, home)) return 1;
  char *algorithm = parameter(home, offered, "algorithm="), *stale = parameter(home, offered, "stale=");
  if (c->is_fresh && csip_digest_strength(algorithm) <= csip_digest_strength(c->algorithm)) {
    su_free(home, algorithm);
    su_free(home, stale);
    return 1;
  }
  const int is_new = !c->nonce || is_true(stale) || c->is_fresh;
  char *hashes = parameter(home, offered, "userhash=");
  forget(home, c);
  c->algorithm = algorithm;
  c->nonce = parameter(home, offered, "nonce=");
  c->opaque = parameter(home, offered, "opaque=");
  c->qop = parameter(home, offered, "qop=");
  c->quoted_realm = su_strdup(home, msg_params_find(offered->au_params, "realm="));
  c->hashes_user = is_true(hashes);
  c->count = 0;
  c->is_fresh = 1;
  unsigned char random[16];
  if (RAND_bytes(random, sizeof random) != 1) return -1;
  for (size_t i = 0; i < sizeof random; i++) snprintf(c->cnonce + 2 * i, 3, "%02x", random[i]);
  su_free(home, hashes);
  su_free(home, stale);
  return is_new ? 2 : 1;
}

/* ---------------------------------------------------------------------------------------------------------------------- credentials */

/* The library cuts credentials at colons. They pass through it in hexadecimal digits, after a mark that no user types. */
#define MARK '\x01'

static char *wrapped(const char *text) {
  char *made = calloc(1, 2 * strlen(text) + 2);
  if (!made) return NULL;
  made[0] = MARK;
  for (size_t i = 0; text[i]; i++) snprintf(made + 1 + 2 * i, 3, "%02x", (unsigned char)text[i]);
  return made;
}

static char *unwrapped(const char *text) {
  if (*text != MARK) return strdup(text);
  const size_t n = strlen(text + 1) / 2;
  char *made = calloc(1, n + 1);
  for (size_t i = 0; made && i < n; i++) {
    const char pair[3] = {text[1 + 2 * i], text[2 + 2 * i], 0};
    made[i] = (char)strtoul(pair, NULL, 16);
  }
  return made;
}

static void wipe_copy(char *text) {
  if (!text) return;
  explicit_bzero(text, strlen(text));
  free(text);
}

/* Escapes a text for a quoted string. */
static char *escaped(su_home_t *home, const char *text) {
  char *made = su_alloc(home, (isize_t)(2 * strlen(text) + 1)), *to = made;
  for (const char *p = text; made && *p; p++) {
    if (*p == '"' || *p == '\\') *to++ = '\\';
    *to++ = *p;
  }
  if (made) *to = 0;
  return made;
}

static msg_header_t *header(challenge *c, su_home_t *home, const csip_digest *d, const char *answer) {
  char name[CSIP_DIGEST_BYTES];
  const char *user = d->user;
  if (c->hashes_user) {
    if (csip_digest_user(d->algorithm, d->user, d->realm, name)) return NULL;
    user = name;
  }
  char *rest = d->qop ? su_sprintf(home, ", qop=%s, cnonce=\"%s\", nc=%08x", d->qop, d->cnonce, d->count) : su_strdup(home, "");
  msg_header_t *made = msg_header_format(
      home, c->client.ca_credential_class, "Digest username=\"%s\", realm=%s, nonce=\"%s\", uri=\"%s\", response=\"%s\"%s%s%s%s%s%s%s",
      escaped(home, user), c->quoted_realm, escaped(home, d->nonce), d->uri, answer, d->algorithm ? ", algorithm=" : "",
      d->algorithm ? d->algorithm : "", c->opaque ? ", opaque=\"" : "", c->opaque ? escaped(home, c->opaque) : "", c->opaque ? "\"" : "",
      c->hashes_user ? ", userhash=true" : "", rest);
  return made;
}

static int authorize(
    auth_client_t *client, su_home_t *home, char const *method, url_t const *url, msg_payload_t const *body, msg_header_t **made) {
  challenge *c = (challenge *)client;
  if (!c->nonce || !client->ca_user || !client->ca_pass || client->ca_clear) return 0;
  /* A request within the call may go to a Contact elsewhere: a server there must challenge it first, and is_entitled then decides. */
  char maddr[256] = "";
  if (url && url->url_params) url_param(url->url_params, "maddr", maddr, sizeof maddr);
  const char *host = *maddr ? maddr : url && url->url_host ? url->url_host : "";
  if (!c->host) c->host = su_strdup(client->ca_home, host);
  c->is_elsewhere = !c->host || strcasecmp(c->host, host) != 0;
  if (c->is_elsewhere) return 0;
  char *user = unwrapped(client->ca_user), *password = unwrapped(client->ca_pass), *realm = msg_unquote_dup(home, c->quoted_realm);
  char answer[CSIP_DIGEST_BYTES];
  csip_digest d = {
      .algorithm = c->algorithm, .user = user, .password = password, .realm = realm, .nonce = c->nonce, .count = ++c->count,
      .method = method, .uri = url_as_string(home, url), .body = body ? body->pl_data : NULL, .body_bytes = body ? body->pl_len : 0};
  if (c->qop) d.qop = has_word(c->qop, "auth") ? "auth" : "auth-int";
  /* Without qop the header has no cnonce, but a session algorithm hashes it. */
  d.cnonce = c->cnonce;
  c->is_fresh = 0;
  if (user && password && realm && d.uri && csip_digest_answer(&d, answer) == 0) *made = header(c, home, &d, answer);
  wipe_copy(user);
  wipe_copy(password);
  return *made ? 0 : -1;
}

static int take_next(auth_client_t *client, msg_auth_info_t const *info) {
  challenge *c = (challenge *)client;
  const char *next = msg_params_find(info->ai_params, "nextnonce=");
  if (!next || !c->nonce) return 0;
  su_free(client->ca_home, (void *)c->nonce);
  c->nonce = msg_unquote_dup(client->ca_home, next);
  c->count = 0;
  return 1;
}

static int clear(auth_client_t *client) {
  client->ca_clear = 1;
  return 1;
}

/* Two names for one plugin, because versions of the library replace a plugin differently: some replace the first one with another name,
 * some the one with the same name. After both registrations the first place is ours in every version. */
#define PLUGIN(word)                                                                                                                  \
  {                                                                                                                                   \
    .auc_plugin_size = (int)offsetof(auth_client_plugin_t, auc_save_credentials), .auc_size = (int)sizeof(challenge),                 \
    .auc_name = word, .auc_challenge = keep, .auc_authorize = authorize, .auc_info = take_next, .auc_clear = clear                    \
  }
static const auth_client_plugin_t small = PLUGIN("digest"), large = PLUGIN("Digest");

void csip_challenges_register(void) {
  auc_register_plugin(&small);
  auc_register_plugin(&large);
}

/* ------------------------------------------------------------------------------------------------ answering a response's challenges */

/* The account that owns a dialog: the upper part of the dialog's number. */
static uint64_t account_of(const csip_dialog *dialog) { return dialog->number >> 40; }

static int has_shown(const csip_realms *realms, uint64_t account, unsigned long realm) {
  for (uint32_t i = 0; i < realms->n && i < CSIP_REALMS; i++)
    if (realms->rows[i].account == account && (!realm || realms->rows[i].realm == realm)) return 1;
  return 0;
}

static void keep_realm(csip_realms *realms, uint64_t account, unsigned long realm) {
  if (has_shown(realms, account, realm)) return;
  realms->rows[realms->n % CSIP_REALMS].account = account;
  realms->rows[realms->n++ % CSIP_REALMS].realm = realm;
}

/* The challenge to decide about. */
typedef struct {
  unsigned long realm; /* a hash */
  int is_proxy, has_qop;
  int is_within; /* challenges a request within a dialog, which goes to the far end's Contact */
} question;

static int is_within(const csip_dialog *dialog, sip_t const *sip) {
  if (dialog->is_registration) return 0;
  /* The library hangs up by itself on an answer without a description: the call is neither up nor ending then. */
  return dialog->is_up || dialog->is_ending || (sip->sip_cseq && sip->sip_cseq->cs_method != sip_method_invite);
}

/* True when the sender of a challenge may have our answer. Any other server that a call, a redirection, a REFER or a Contact reaches could
 * guess the password from the digest. */
static int is_entitled(csip_stack *stack, csip_dialog *dialog, const question *q) {
  if (!dialog->homes) return 1;
  const uint64_t account = account_of(dialog);
  const int is_shown = dialog->realm || has_shown(&stack->realms, account, q->realm);
  const su_sockaddr_t *from = csip_came_from(stack);
  int is_at_home = dialog->is_home;
  if (q->is_within)
    is_at_home = (is_shown || dialog->is_home) && from && dialog->has_peer && csip_is_same(csip_place_of(from), dialog->peer) &&
                 (dialog->is_home || dialog->has_route);
  else if (!is_at_home && dialog->has_route)
    /* Through the proxy: its own challenge, or one in a realm that the registrar has shown. */
    is_at_home = is_shown || (q->is_proxy && !has_shown(&stack->realms, account, 0));
  if (dialog->is_registration && is_at_home) keep_realm(&stack->realms, account, q->realm);
  if (is_at_home) return q->has_qop || dialog->answers_without_qop;
  return is_shown && q->has_qop && !q->is_within && !dialog->is_registration;
}

/* True when a realm may have our answer and has not refused one. */
static int may_answer(csip_stack *stack, csip_dialog *dialog, msg_auth_t const *offered, question q, su_home_t *home) {
  char *realm = parameter(home, offered, "realm="), *stale = parameter(home, offered, "stale=");
  if (!realm || (dialog->realm && strcmp(dialog->realm, realm) != 0)) return 0;
  const unsigned long hash = msg_hash_string(realm) | 1;
  char *algorithm = parameter(home, offered, "algorithm=");
  /* There are precomputed tables for MD5 only. */
  q.has_qop = msg_params_find(offered->au_params, "qop=") != NULL || csip_digest_strength(algorithm) > csip_digest_strength("MD5");
  q.realm = hash;
  if (!is_entitled(stack, dialog, &q)) return 0;
  const size_t n = sizeof dialog->answered / sizeof *dialog->answered;
  size_t i = 0;
  while (i < n && dialog->answered[i] && dialog->answered[i] != hash) i++;
  if (i == n || dialog->tries >= 8) return 0;
  if (dialog->answered[i] && !is_true(stale)) return 0;
  dialog->answered[i] = hash;
  return 1;
}

int csip_answer_challenge(csip_stack *stack, csip_dialog *dialog, sip_t const *sip) {
  if (!sip || !dialog->user || !dialog->password) return 0;
  su_home_t home[1] = {SU_HOME_INIT(home)};
  msg_auth_t const *lists[] = {sip->sip_www_authenticate, sip->sip_proxy_authenticate};
  char *user = wrapped(dialog->user), *password = wrapped(dialog->password), *credentials[2] = {NULL, NULL};
  size_t n = 0;
  int is_refused = !user || !password;
  for (size_t i = 0; i < 2 && !is_refused; i++) {
    for (msg_auth_t const *offered = lists[i]; offered; offered = offered->au_next) {
      if (!is_answerable(offered, home)) continue;
      is_refused = !may_answer(stack, dialog, offered, (question){.is_proxy = i == 1, .is_within = is_within(dialog, sip)}, home);
      const char *realm = msg_params_find(offered->au_params, "realm=");
      const size_t bytes = strlen(realm) + strlen(user) + strlen(password) + 12;
      if (!is_refused && (credentials[n] = malloc(bytes))) snprintf(credentials[n++], bytes, "Digest:%s:%s:%s", realm, user, password);
      break;
    }
  }
  if (!is_refused && n) {
    dialog->tries++;
    nua_authenticate(dialog->handle, NUTAG_AUTH(credentials[0]), TAG_IF(n > 1, NUTAG_AUTH(credentials[1])), TAG_END());
  }
  for (size_t i = 0; i < 2; i++) wipe_copy(credentials[i]);
  wipe_copy(user);
  wipe_copy(password);
  su_home_deinit(home);
  return !is_refused && n > 0;
}

void csip_challenges_over(csip_dialog *dialog) {
  memset(dialog->answered, 0, sizeof dialog->answered);
  dialog->tries = 0;
}
