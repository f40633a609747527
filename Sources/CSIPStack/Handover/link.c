/* Passes datagrams from the new version to the old one, and reads the old one's packets. */
#include "link.h"

#include "../Wrapped/sockets.h"
#include "../stack.h"
#include "callids.h"
#include "packets.h"

#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The packets that one turn of the thread reads. */
enum { PACKETS_AT_ONCE = 256 };

/* The other version is gone: from now on its calls are unknown here, and get 481. */
static void be_alone(csip_handover *h) {
  csip_marks_free(&h->theirs);
  csip_outbox_free(&h->outbox);
}

int csip_link_copy(int fd) {
  int type = 0;
  socklen_t room = sizeof type;
  /* The end of any other socket would keep the thread awake. */
  if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &room) < 0 || type != SOCK_DGRAM) return -1;
  return fcntl(fd, F_DUPFD_CLOEXEC, 0);
}

/* ------------------------------------------------------------------------------------------------------------- the new version */

static void watch(csip_stack *stack) {
  csip_handover *h = &stack->handover;
  if (h->index > 0) su_root_eventmask(stack->root, h->index, h->link, h->outbox.first ? SU_WAIT_IN | SU_WAIT_OUT : SU_WAIT_IN);
}

static int is_theirs(const csip_handover *h, csip_span call_id) {
  return call_id.bytes && csip_marks_have(&h->theirs, csip_mark_of(call_id.text, call_id.bytes));
}

/* True when a datagram belongs to a call of the other version, or names one. In the second case its own call begins there. */
static int belongs_there(csip_handover *h, const char *bytes, size_t count) {
  const csip_call_ids ids = csip_call_ids_in(bytes, count);
  if (is_theirs(h, ids.own)) return 1;
  if (!ids.own.bytes || (!is_theirs(h, ids.replaced) && !is_theirs(h, ids.target))) return 0;
  (void)csip_marks_add(&h->theirs, csip_mark_of(ids.own.text, ids.own.bytes), CSIP_MARKS_MOST);
  return 1;
}

static void read_packet(csip_handover *h, const uint8_t *bytes, size_t count) {
  switch (csip_packet_kind(bytes, count)) {
    case CSIP_PACKET_CALL:
      (void)csip_marks_add(&h->theirs, csip_packet_mark(bytes), CSIP_MARKS_MOST);
      break;
    case CSIP_PACKET_END: be_alone(h); break;
    default: break;
  }
}

/* Reads the packets that have come. */
static void take_packets(csip_stack *stack) {
  csip_handover *h = &stack->handover;
  uint8_t packet[CSIP_PACKET_HEADER];
  for (int i = 0; i < PACKETS_AT_ONCE; i++) {
    const ssize_t n = recv(h->link, packet, sizeof packet, MSG_DONTWAIT);
    if (n < 0) return;
    read_packet(h, packet, (size_t)n);
  }
}

static int pass(void *context, const void *address, size_t address_bytes, const char *bytes, size_t count) {
  csip_stack *stack = context;
  csip_handover *h = &stack->handover;
  uint8_t header[CSIP_PACKET_HEADER];
  /* The far end may answer to a call of the old version that has begun just now. */
  take_packets(stack);
  if (!h->theirs.n || !address || !belongs_there(h, bytes, count)) return 0;
  if (csip_packet_from(header, address, (socklen_t)address_bytes)) return 0;
  if (csip_outbox_send(&h->outbox, h->link, header, sizeof header, bytes, count)) return be_alone(h), 0;
  if (h->outbox.first) watch(stack);
  return 1;
}

static int serve(su_root_magic_t *magic, su_wait_t *wait, su_wakeup_arg_t *argument) {
  (void)magic, (void)wait;
  csip_stack *stack = (csip_stack *)argument;
  csip_handover *h = &stack->handover;
  take_packets(stack);
  if (csip_outbox_flush(&h->outbox, h->link)) be_alone(h);
  watch(stack);
  return 0;
}

int csip_link_open(csip_stack *stack) {
  csip_handover *h = &stack->handover;
  su_wait_t wait[1] = {SU_WAIT_INIT};
  if (h->link < 0 || su_wait_create(wait, h->link, SU_WAIT_IN) < 0) return -1;
  const int index = su_root_register(stack->root, wait, serve, (su_wakeup_arg_t *)stack, 0);
  if (index <= 0) return -1;
  h->index = index;
  csip_sockets_filter(pass, stack);
  return 0;
}

/* ---------------------------------------------------------------------------------------------------------------------------- both */

int csip_link_is_gone(csip_stack *stack) {
  csip_handover *h = &stack->handover;
  if (!h->theirs.n) return 1;
  /* A packet without content, which the other version drops. */
  uint8_t header[CSIP_PACKET_HEADER] = {0};
  return csip_outbox_send(&h->outbox, h->link, header, sizeof header, NULL, 0) != 0;
}

void csip_link_tell(csip_stack *stack, csip_mark mark) {
  csip_handover *h = &stack->handover;
  uint8_t header[CSIP_PACKET_HEADER];
  if (h->link < 0) return;
  csip_packet_call(header, mark);
  (void)csip_outbox_send(&h->outbox, h->link, header, sizeof header, NULL, 0);
}

void csip_link_close(csip_stack *stack) {
  csip_handover *h = &stack->handover;
  if (h->phase == CSIP_DRAINING && h->link >= 0) {
    uint8_t header[CSIP_PACKET_HEADER];
    csip_packet_end(header);
    (void)csip_outbox_send(&h->outbox, h->link, header, sizeof header, NULL, 0);
  }
  csip_sockets_filter(NULL, NULL);
  be_alone(h);
  if (h->index > 0) su_root_deregister(stack->root, h->index);
  if (h->link >= 0) close(h->link);
  h->link = -1;
  h->index = 0;
}
