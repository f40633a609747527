/* Contacts of calls over TLS.
 *
 * A caller that uses sip: over TLS wants its requests answered the same way (RFC 3261 section 8.1.1.8). The library would put sips: into
 * the Contact, which many phones cannot call, or, when it also has UDP, a UDP contact, so that later requests would go unencrypted. */
#include "contacts.h"

#include "../Messages/parts.h"
#include "../stack.h"

#include <sofia-sip/sip_header.h>
#include <sofia-sip/sip_tag.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The library's internal functions, which none of its headers declares. */
int __real_nua_registration_add_contact_to_request(nua_handle_t *, msg_t *, sip_t *, int add_contact, int add_route);
int __real_nua_registration_add_contact_to_response(
    nua_handle_t *, msg_t *, sip_t *, sip_record_route_t const *, sip_contact_t const *);

static void keep(csip_stack *stack, csip_dialog *dialog, const char *user) {
  /* A registrar knows us by another contact. */
  const uint16_t port = stack->is_tls_alone ? stack->port : stack->tls_port;
  if (!port || stack->dialogs.n_registrations) return;
  char contact[256];
  const int n = snprintf(contact, sizeof contact, "<sip:%s%s%s:%u;transport=tls>", user ? user : "", user ? "@" : "", stack->host, port);
  if (n > 0 && (size_t)n < sizeof contact) csip_keep(&dialog->contact, contact);
}

void csip_contact_for_call(csip_stack *stack, csip_dialog *dialog, const char *own, const char *to) {
  su_home_t home[1] = {SU_HOME_INIT(home)};
  url_t const *us = url_make(home, own);
  if (dialog->awaits_tls && strncasecmp(to, "sip:", 4) == 0) keep(stack, dialog, us ? us->url_user : NULL);
  su_home_deinit(home);
}

void csip_contact_for_caller(csip_stack *stack, csip_dialog *dialog, sip_t const *invite) {
  url_t const *target = invite->sip_request->rq_url;
  if (target->url_type == url_sip && csip_came_by_tls(invite)) keep(stack, dialog, target->url_user);
}

static int add(nua_handle_t *handle, msg_t *message, sip_t *sip) {
  const csip_dialog *dialog = handle ? nua_handle_magic(handle) : NULL;
  if (!dialog || !dialog->contact) return 0;
  if (sip->sip_contact) return 1;
  return sip_add_tl(message, sip, SIPTAG_CONTACT_STR(dialog->contact), TAG_END()) >= 0;
}

int __wrap_nua_registration_add_contact_to_request(nua_handle_t *handle, msg_t *message, sip_t *sip, int add_contact, int add_route) {
  const int is_added = add_contact && add(handle, message, sip ? sip : sip_object(message));
  return __real_nua_registration_add_contact_to_request(handle, message, sip, add_contact && !is_added, add_route);
}

int __wrap_nua_registration_add_contact_to_response(
    nua_handle_t *handle, msg_t *message, sip_t *sip, sip_record_route_t const *route, sip_contact_t const *theirs) {
  if (add(handle, message, sip ? sip : sip_object(message))) return 0;
  return __real_nua_registration_add_contact_to_response(handle, message, sip, route, theirs);
}
