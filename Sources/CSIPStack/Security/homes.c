/* The hosts whose servers may challenge an account, and the limits on redirections. */
#include "homes.h"

#include "../stack.h"

#include <sofia-sip/msg_header.h>
#include <sofia-sip/sip_header.h>
#include <sofia-sip/url.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The length of a host name without its trailing dot. */
static size_t length_of(const char *host, size_t n) { return n > 1 && host[n - 1] == '.' ? n - 1 : n; }

static int is_home(const char *homes, const char *host) {
  const size_t length = length_of(host, strlen(host));
  for (const char *at = homes; *at;) {
    at += strspn(at, " ");
    const size_t n = strcspn(at, " ");
    if (n && length_of(at, n) == length && strncasecmp(at, host, length) == 0) return 1;
    at += n;
  }
  return 0;
}

/* The host of an address, which lives as long as `home`; NULL if it has none. */
static const char *host_of(su_home_t *home, const char *address) {
  char *bare = su_strdup(home, *address == '<' ? address + 1 : address);
  if (bare) bare[strcspn(bare, ">")] = 0;
  url_t const *url = bare ? url_make(home, bare) : NULL;
  return url ? url->url_host : NULL;
}

void csip_homes_keep(csip_dialog *dialog, const char *addresses, const char *to) {
  if (!addresses) return;
  su_home_t home[1] = {SU_HOME_INIT(home)};
  char *list = su_strdup(home, addresses), *rest = list;
  const char *hosts = "", *target = host_of(home, to);
  for (char *address; list && (address = strsep(&rest, " "));) {
    const char *host = *address ? host_of(home, address) : NULL;
    if (host && hosts) hosts = su_sprintf(home, "%s%s ", hosts, host);
  }
  csip_keep(&dialog->homes, hosts ? hosts : "");
  dialog->is_home = target && dialog->homes && is_home(dialog->homes, target);
  su_home_deinit(home);
}

static int is_by_tls(url_t const *url) {
  char transport[8] = "";
  if (url->url_params) url_param(url->url_params, "transport", transport, sizeof transport);
  return url->url_type == url_sips || strcasecmp(transport, "tls") == 0;
}

/* A sips: call goes on to sips: only (RFC 5630 section 3); keys that were offered over TLS go over TLS only. */
static int may_lead(const csip_dialog *dialog, url_t const *url) {
  if (dialog->is_sips) return url->url_type == url_sips;
  return !dialog->is_keyed || is_by_tls(url);
}

void csip_redirected(csip_stack *stack, sip_t *sip) {
  nua_handle_t *handle = stack->nua && sip->sip_call_id ? nua_handle_by_call_id(stack->nua, sip->sip_call_id->i_id) : NULL;
  csip_dialog *dialog = handle ? nua_handle_magic(handle) : NULL;
  if (handle) nua_handle_unref(handle);
  if (!dialog || dialog->is_incoming) return;
  sip_contact_t **at = &sip->sip_contact;
  while (*at) {
    url_t const *url = (*at)->m_url;
    if (may_lead(dialog, url)) {
      if (dialog->homes && !(url->url_host && is_home(dialog->homes, url->url_host))) dialog->is_home = 0;
      at = &(*at)->m_next;
    } else {
      *at = (*at)->m_next;
    }
  }
  /* Use Proxy (305): the rest of the way leads through another party. */
  if (sip->sip_status->st_status == 305) dialog->is_home = dialog->has_route = 0;
}
