/* Sockets, and outgoing datagrams. */
#define _GNU_SOURCE 1

#include "outbox.h"

#include "../engine.h"
#include "../session.h"

#include <errno.h>
#include <unistd.h>

int crtp_bind(const char *text, uint16_t port) {
  address here;
  if (crtp_address_read(text, port, &here)) return -1;
  const int fd = socket(here.any.sa_family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -1;
  const int on = 1, expedited = 0xb8; /* DSCP EF (RFC 4594) */
  setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
  if (here.any.sa_family == AF_INET) setsockopt(fd, IPPROTO_IP, IP_TOS, &expedited, sizeof expedited);
  else setsockopt(fd, IPPROTO_IPV6, IPV6_TCLASS, &expedited, sizeof expedited);
  if (bind(fd, &here.any, crtp_address_bytes(&here)) == 0) return fd;
  const int why = errno;
  close(fd);
  errno = why;
  return -1;
}

int crtp_may_reach(const crtp_session *session) {
  return !crtp_is_nowhere(session) && (session->has_heard || !session->s.is_unconfirmed);
}

/* An all-zero address means hold (RFC 2543): send nothing unless ICE has chosen an address. */
int crtp_is_nowhere(const crtp_session *session) { return !session->ice.has_chosen && crtp_is_unspecified(&session->signalled); }

void crtp_outbox_open(outbox *out) {
  for (size_t i = 0; i < BATCH; i++) {
    out->vectors[i].iov_base = out->packets[i];
    out->messages[i].msg_hdr = (struct msghdr){.msg_iov = &out->vectors[i], .msg_iovlen = 1};
  }
}

void crtp_outbox_flush(crtp_session *session) {
  outbox *out = &session->engine->out;
  /* Packets that the system does not take now are lost, as on any network. */
  if (out->n > 0) sendmmsg(session->rtp, out->messages, out->n, MSG_DONTWAIT | MSG_NOSIGNAL);
  out->n = 0;
}

void crtp_send_now(const crtp_session *session, int is_control, const address *to, const void *datagram, size_t bytes) {
  sendto(is_control ? session->rtcp : session->rtp, datagram, bytes, MSG_DONTWAIT | MSG_NOSIGNAL, &to->any, crtp_address_bytes(to));
}
