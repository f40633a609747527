/* Datagrams: addresses, ports, and batches of datagrams in and out. */
#include "media.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

socklen_t crtp_address_bytes(const address *a) { return a->any.sa_family == AF_INET6 ? sizeof a->v6 : sizeof a->v4; }

int crtp_address_read(const char *text, uint16_t port, address *out) {
  memset(out, 0, sizeof *out);
  if (inet_pton(AF_INET, text, &out->v4.sin_addr) == 1) out->any.sa_family = AF_INET;
  else if (inet_pton(AF_INET6, text, &out->v6.sin6_addr) == 1) out->any.sa_family = AF_INET6;
  else return -1;
  crtp_address_set_port(out, port);
  return 0;
}

void crtp_address_set_port(address *a, uint16_t port) {
  if (a->any.sa_family == AF_INET6) a->v6.sin6_port = htons(port);
  else a->v4.sin_port = htons(port);
}

int crtp_is_same(const address *a, const address *b, int with_port) {
  if (a->any.sa_family != b->any.sa_family) return 0;
  if (a->any.sa_family == AF_INET)
    return a->v4.sin_addr.s_addr == b->v4.sin_addr.s_addr && (!with_port || a->v4.sin_port == b->v4.sin_port);
  return memcmp(&a->v6.sin6_addr, &b->v6.sin6_addr, sizeof a->v6.sin6_addr) == 0 && (!with_port || a->v6.sin6_port == b->v6.sin6_port);
}

int crtp_may_reach(const crtp_session *session) {
  return !crtp_is_nowhere(session) && (session->has_heard || !session->s.is_unconfirmed);
}

/* An all-zero address means hold (RFC 2543): send nothing unless ICE has chosen an address. */
int crtp_is_nowhere(const crtp_session *session) {
  const address *a = &session->signalled;
  if (session->ice.has_chosen) return 0;
  if (a->any.sa_family == AF_INET6) return IN6_IS_ADDR_UNSPECIFIED(&a->v6.sin6_addr);
  return a->v4.sin_addr.s_addr == 0;
}

/* Returns an IPv4 address in host byte order, also from an IPv4-mapped IPv6 address; 0: neither. */
static uint32_t v4_of(const address *a) {
  uint32_t number = 0;
  if (a->any.sa_family == AF_INET) number = a->v4.sin_addr.s_addr;
  else if (a->any.sa_family == AF_INET6 && IN6_IS_ADDR_V4MAPPED(&a->v6.sin6_addr)) memcpy(&number, a->v6.sin6_addr.s6_addr + 12, 4);
  return ntohl(number);
}

static int is_loopback(const address *a) {
  return v4_of(a) >> 24 == 127 || (a->any.sa_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&a->v6.sin6_addr));
}

int crtp_is_unusable(const address *a, const address *own) {
  const uint32_t v4 = v4_of(a);
  if (v4 >> 28 == 14 || v4 == 0xffffffffu || (a->any.sa_family == AF_INET6 && IN6_IS_ADDR_MULTICAST(&a->v6.sin6_addr))) return 1;
  return is_loopback(a) && !is_loopback(own);
}

int crtp_is_private(const address *a) {
  const uint32_t v4 = v4_of(a);
  if (v4 >> 24 == 10 || v4 >> 20 == 0xac1 || v4 >> 16 == 0xc0a8 || v4 >> 16 == 0xa9fe || v4 >> 22 == 0x191) return 1;
  return a->any.sa_family == AF_INET6 && (IN6_IS_ADDR_LINKLOCAL(&a->v6.sin6_addr) || (a->v6.sin6_addr.s6_addr[0] & 0xfe) == 0xfc);
}

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

/* ---------------------------------------------------------------------------------------------------------------------- receiving */

void crtp_inbox_open(inbox *in) {
  for (size_t i = 0; i < BATCH; i++) {
    in->vectors[i] = (struct iovec){in->packets[i], PACKET_MAX};
    in->messages[i].msg_hdr = (struct msghdr){
        .msg_name = &in->sources[i], .msg_iov = &in->vectors[i], .msg_iovlen = 1, .msg_control = in->controls[i]};
  }
}

/* Returns the kernel's time of arrival, on the clock of the ticks; simulated time has only the tick itself. */
static uint64_t arrival_of(const crtp_engine *engine, struct msghdr *message) {
  if (!engine->has_thread) return engine->now;
  for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c; c = CMSG_NXTHDR(message, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_TIMESTAMPNS) continue;
    struct timespec t;
    memcpy(&t, CMSG_DATA(c), sizeof t);
    return (uint64_t)t.tv_sec * SECOND_NS + (uint64_t)t.tv_nsec - engine->wall_ahead;
  }
  return engine->now;
}

/* Reads at most four batches, so that a flood harms only its own call. */
static void receive_from(crtp_engine *engine, crtp_session *session, int is_control) {
  inbox *in = &engine->in;
  for (int n = BATCH, round = 0; n == BATCH && round < 4; round++) {
    for (int i = 0; i < BATCH; i++) {
      in->messages[i].msg_hdr.msg_namelen = sizeof in->sources[i];
      in->messages[i].msg_hdr.msg_controllen = sizeof in->controls[i];
    }
    n = recvmmsg(is_control ? session->rtcp : session->rtp, in->messages, BATCH, MSG_DONTWAIT, NULL);
    for (int i = 0; i < n; i++) {
      const uint64_t arrival = arrival_of(engine, &in->messages[i].msg_hdr);
      crtp_take(session, in->packets[i], in->messages[i].msg_len, &in->sources[i], arrival, is_control);
    }
  }
}

void crtp_receive(crtp_engine *engine) {
  struct epoll_event ready[512];
  /* The kernel moves a served port to the end of its list, so that all ports get their turn. */
  for (int n = 512, rounds = 0; n == 512 && rounds < 64; rounds++) {
    n = epoll_wait(engine->poll, ready, 512, 0);
    for (int i = 0; i < n; i++) {
      /* A session's address is even: the last bit selects the port. */
      const int is_control = (int)(ready[i].data.u64 & 1u);
      crtp_session *session = (crtp_session *)(uintptr_t)(ready[i].data.u64 & ~(uint64_t)1u);
      pthread_mutex_lock(&session->lock);
      receive_from(engine, session, is_control);
      pthread_mutex_unlock(&session->lock);
    }
  }
}

/* ------------------------------------------------------------------------------------------------------------------------ sending */

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
