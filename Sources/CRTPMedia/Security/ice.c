/* ICE as an agent that only answers (RFC 8445 section 2.5, lite): a public address needs no more. The other side checks the paths to
 * us and nominates one. */
#define _GNU_SOURCE 1

#include "ice.h"

#include "../Packets/outbox.h"
#include "../session.h"
#include "stun.h"

#include <string.h>

int crtp_ice_open(ice *out, const crtp_settings *s) {
  memset(out, 0, sizeof *out);
  if (!s->ice_user) return 0;
  if (!s->ice_password || strlen(s->ice_user) >= sizeof out->user || strlen(s->ice_password) >= sizeof out->password) return -1;
  strcpy(out->user, s->ice_user);
  strcpy(out->password, s->ice_password);
  out->is_on = 1;
  return 0;
}

/* The user name is ours, a colon, and theirs (section 7.2.2). */
static int is_for(const ice *ice, const stun_message *message) {
  const size_t ours = strlen(ice->user);
  return message->user_bytes > ours && memcmp(message->user, ice->user, ours) == 0 && message->user[ours] == ':';
}

static void choose(crtp_session *session, const address *from, int is_control) {
  if (is_control) {
    session->remote_control = *from;
    session->ice.has_chosen_control = 1;
    return;
  }
  session->remote = *from;
  session->is_latched = session->ice.has_chosen = 1;
  session->is_guessed = 0;
}

static void note_check(ice *ice, const address *from) {
  if (!crtp_ice_has_checked(ice, from)) ice->checked[ice->n_checked++ % CHECKED] = *from;
}

int crtp_ice_has_checked(const ice *ice, const address *from) {
  for (size_t i = 0; i < CHECKED; i++) {
    if (crtp_is_same(&ice->checked[i], from, 1)) return 1;
  }
  return 0;
}

void crtp_ice_hear(crtp_session *session, const unsigned char *data, size_t bytes, const address *from, int is_control) {
  stun_message message;
  ice *ice = &session->ice;
  if (!ice->is_on || crtp_stun_read(data, bytes, &message)) {
    session->seen.malformed++;
    return;
  }
  if (!message.is_request) return; /* an indication only keeps a NAT open */
  if (!message.has_fingerprint || !is_for(ice, &message) || !crtp_stun_is_by(data, &message, ice->password)) {
    session->seen.refused++;
    return;
  }
  session->has_heard = 1;
  if (!is_control) note_check(ice, from);
  const int is_six = from->any.sa_family == AF_INET6;
  unsigned char answer[96];
  const size_t n = crtp_stun_answer(
      &message, is_six ? from->v6.sin6_port : from->v4.sin_port, is_six ? from->v6.sin6_addr.s6_addr : (const unsigned char *)&from->v4.sin_addr,
      is_six ? 16 : 4, ice->password, answer);
  if (n > 0) crtp_send_now(session, is_control, from, answer, n);
  if (message.names_candidate) choose(session, from, is_control);
}
