/* Sends packets without waiting. */
#include "outbox.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

enum { PACKETS_MOST = 4096, BYTES_MOST = 4 << 20 };

struct csip_packet_waiting {
  csip_packet_waiting *next;
  size_t count;
  uint8_t bytes[];
};

typedef enum { SENT, LATER, GONE } result;

static result try(int fd, struct iovec *pieces, size_t n) {
  const struct msghdr message = {.msg_iov = pieces, .msg_iovlen = n};
  if (sendmsg(fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0) return SENT;
  switch (errno) {
    case EAGAIN:
    case ENOBUFS:
    case EINTR: return LATER;
    /* It is too long for the socket: lost, like any other datagram. */
    case EMSGSIZE: return SENT;
    default: return GONE;
  }
}

static void keep(csip_outbox *outbox, const struct iovec *pieces) {
  const size_t count = pieces[0].iov_len + pieces[1].iov_len;
  if (outbox->n >= PACKETS_MOST || outbox->bytes + count > BYTES_MOST) return;
  csip_packet_waiting *packet = malloc(sizeof *packet + count);
  if (!packet) return;
  packet->next = NULL;
  packet->count = count;
  memcpy(packet->bytes, pieces[0].iov_base, pieces[0].iov_len);
  if (pieces[1].iov_len) memcpy(packet->bytes + pieces[0].iov_len, pieces[1].iov_base, pieces[1].iov_len);
  if (outbox->first) outbox->last->next = packet;
  else outbox->first = packet;
  outbox->last = packet;
  outbox->n++;
  outbox->bytes += count;
}

int csip_outbox_flush(csip_outbox *outbox, int fd) {
  while (outbox->first) {
    csip_packet_waiting *packet = outbox->first;
    struct iovec piece = {.iov_base = packet->bytes, .iov_len = packet->count};
    const result sent = try(fd, &piece, 1);
    if (sent != SENT) return sent == LATER ? 0 : -1;
    outbox->first = packet->next;
    outbox->n--;
    outbox->bytes -= packet->count;
    free(packet);
  }
  return 0;
}

int csip_outbox_send(csip_outbox *outbox, int fd, const uint8_t *header, size_t header_bytes, const void *rest, size_t rest_bytes) {
  /* sendmsg(2) does not change what is sent. */
  struct iovec pieces[2] = {{(void *)(uintptr_t)header, header_bytes}, {(void *)(uintptr_t)rest, rest_bytes}};
  if (csip_outbox_flush(outbox, fd)) return -1;
  const result sent = outbox->first ? LATER : try(fd, pieces, 2);
  if (sent == LATER) keep(outbox, pieces);
  return sent == GONE ? -1 : 0;
}

void csip_outbox_free(csip_outbox *outbox) {
  while (outbox->first) {
    csip_packet_waiting *next = outbox->first->next;
    free(outbox->first);
    outbox->first = next;
  }
  *outbox = (csip_outbox){0};
}
