/* Incoming datagrams. */
#define _GNU_SOURCE 1

#include "inbox.h"

#include "../clock.h"
#include "../engine.h"
#include "../session.h"
#include "receive.h"

#include <string.h>
#include <sys/epoll.h>

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
