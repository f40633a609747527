/* TLS details that sofia-sip writes only to its log: why it refused a certificate, and which address it connects to, for the server name in
 * the handshake (RFC 6066 section 3). */
#include "tls.h"

#include "../Calls/dialogs.h"
#include "../stack.h"

#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <sofia-sip/hostdomain.h>
#include <sofia-sip/su_log.h>
#include <sofia-sip/url.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

extern su_log_t tport_log[];

/* ------------------------------------------------------------------------------------------------------------ the name of a server */

#define SERVERS 32

/* The server name of the connection that this thread is about to make; empty for an address, and without TLS. */
static __thread char server_name[128];

/* Runs when a connection is made: sets the server name for the client's first message. */
static void made(void *parent, void *pointer, CRYPTO_EX_DATA *data, int index, long number, void *argument) {
  (void)pointer, (void)data, (void)index, (void)number, (void)argument;
  if (!server_name[0]) return;
  SSL_set_tlsext_host_name((SSL *)parent, server_name);
  server_name[0] = 0;
}

void csip_tls_register(void) {
  /* OpenSSL reads its configuration here, and not at the first handshake on the stack's thread: it opens the file without close-on-exec, so a
   * program that the host starts at that moment would inherit it. */
  OPENSSL_init_ssl(0, NULL);
  CRYPTO_get_ex_new_index(CRYPTO_EX_INDEX_SSL, 0, NULL, made, NULL, NULL);
}

void csip_tls_listen(void) { su_log_set_level(tport_log, 7); }

/* The library logs the address it connects to, not the name. For a new address, the name is the one in the latest order. */
int csip_tls_wants(csip_stack *stack, const char *uri) {
  su_home_t home[1] = {SU_HOME_INIT(home)};
  /* Removes the brackets of a route. */
  char *bare = su_strdup(home, *uri == '<' ? uri + 1 : uri);
  if (bare) bare[strcspn(bare, ">")] = 0;
  url_t const *url = bare ? url_make(home, bare) : NULL;
  char transport[8] = "";
  if (url && url->url_params) url_param(url->url_params, "transport", transport, sizeof transport);
  const int is_secure = url && (url->url_type == url_sips || strcasecmp(transport, "tls") == 0);
  if (is_secure && url->url_host && !host_is_ip_address(url->url_host)) snprintf(stack->tls.wanted, sizeof stack->tls.wanted, "%s", url->url_host);
  su_home_deinit(home);
  return is_secure;
}

static void connects(csip_stack *stack, const char *protocol, const char *address) {
  server_name[0] = 0;
  if (!protocol || !address || strcasecmp(protocol, "tls") != 0) return;
  if (!stack->tls.servers) stack->tls.servers = calloc(SERVERS, sizeof *stack->tls.servers);
  csip_server *server = stack->tls.servers;
  if (!server) return;
  for (size_t i = 0; i + 1 < SERVERS && server->address[0] && strcmp(server->address, address) != 0; i++) server++;
  if (stack->tls.wanted[0]) {
    snprintf(server->address, sizeof server->address, "%s", address);
    memcpy(server->name, stack->tls.wanted, sizeof server->name);
    stack->tls.wanted[0] = 0;
  }
  if (strcmp(server->address, address) == 0) memcpy(server_name, server->name, sizeof server_name);
}

/* ------------------------------------------------------------------------------------------------------------- a refused certificate */

static void explain(csip_stack *stack, int error, const char *words) {
  const char *why = words;
  switch (error) {
    case X509_V_ERR_CERT_HAS_EXPIRED: why = "has expired"; break;
    case X509_V_ERR_CERT_NOT_YET_VALID: why = "is not valid yet"; break;
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE: why = "is not signed by a trusted authority"; break;
    default: break;
  }
  snprintf(stack->tls.trouble, sizeof stack->tls.trouble, "its certificate %s%s", why == words ? "is refused: " : "", why);
}

int csip_tls_heard(csip_stack *stack, const char *format, va_list arguments) {
  if (strncmp(format, "tport_tsend(%p) tpn = %s/%s:", 28) == 0) {
    (void)va_arg(arguments, void *);
    const char *protocol = va_arg(arguments, const char *);
    connects(stack, protocol, va_arg(arguments, const char *));
  } else if (strncmp(format, "  err %i:%s", 11) == 0) {
    const int error = va_arg(arguments, int);
    explain(stack, error, va_arg(arguments, const char *));
  } else if (strncmp(format, "%s(%p): Peer Subject Mismatch (%s)", 34) == 0) {
    (void)va_arg(arguments, const char *);
    (void)va_arg(arguments, void *);
    snprintf(stack->tls.trouble, sizeof stack->tls.trouble, "its certificate is for another name than %s", va_arg(arguments, const char *));
  }
  return strncmp(format, "%s(%p)", 6) == 0 || strncmp(format, "tport_", 6) == 0 || strncmp(format, "  err", 5) == 0;
}

/* The library closes such a connection, but its requests would wait for their time-out. This ends them at once. */
static void refuse(csip_stack *stack, uint64_t number) {
  csip_dialog *dialog = csip_dialog_find(stack, number);
  if (!dialog) return;
  csip_event event = {.kind = CSIP_UNREGISTERED, .dialog = number, .status = 503, .phrase = stack->tls.trouble};
  if (!dialog->is_registration) event.kind = CSIP_REFUSED;
  csip_tell(stack, &event);
  event.kind = CSIP_OVER;
  csip_tell(stack, &event);
  dialog = csip_dialog_find(stack, number);
  if (dialog) csip_dialog_drop(stack, dialog);
}

void csip_tls_settle(csip_stack *stack) {
  server_name[0] = 0;
  if (!stack->tls.trouble[0]) return;
  uint64_t *waiting = calloc(stack->dialogs.n + 1, sizeof *waiting);
  size_t n = 0;
  for (csip_dialog *dialog = csip_dialog_after(stack, NULL); waiting && dialog; dialog = csip_dialog_after(stack, dialog)) {
    if (dialog->awaits_tls) waiting[n++] = dialog->number;
  }
  for (size_t i = 0; i < n; i++) refuse(stack, waiting[i]);
  free(waiting);
  stack->tls.trouble[0] = 0;
}

void csip_tls_close(csip_stack *stack) {
  free(stack->tls.servers);
  stack->tls.servers = NULL;
}
