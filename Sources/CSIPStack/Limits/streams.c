/* Incoming connections, which the library accepts without a limit. They are recorded on accept, and those beyond the limits are shut down,
 * which the library takes for the far end's close. The library may have closed a descriptor and the process reused it, so each sweep checks
 * it again. */
#include "streams.h"

#include "../Thread/clock.h"
#include "../stack.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SWEEP_MS = 250, ESTABLISHED = 1 /* as in the kernel */ };

typedef struct {
  int fd;
  uint32_t idle_ms;
  csip_place place;
} stream;

/* The connections that this thread accepted. */
static __thread struct {
  int *fds;
  size_t n, room;
  int64_t swept_at;
} accepted;

int csip_stream_accepted(int fd) {
  if (accepted.n == accepted.room) {
    const size_t room = accepted.room ? accepted.room * 2 : 64;
    int *more = realloc(accepted.fds, room * sizeof *more);
    if (!more) return -1;
    accepted.fds = more;
    accepted.room = room;
  }
  for (size_t i = 0; i < accepted.n; i++)
    if (accepted.fds[i] == fd) return 0;
  accepted.fds[accepted.n++] = fd;
  return 0;
}

void csip_streams_forget(void) {
  free(accepted.fds);
  memset(&accepted, 0, sizeof accepted);
}

static uint16_t port_of(const su_sockaddr_t *address) {
  return address->su_family == AF_INET || address->su_family == AF_INET6 ? ntohs(address->su_port) : 0;
}

typedef enum { GONE, TRUSTED, STRANGER } standing;

/* Reads a connection's state; GONE if the descriptor is no longer an established connection to our port. */
static standing read_stream(csip_stack *stack, int fd, stream *out) {
  su_sockaddr_t ours, theirs;
  socklen_t n = sizeof ours, m = sizeof theirs, k = sizeof(int);
  int type = 0;
  if (getsockname(fd, &ours.su_sa, &n) < 0 || !port_of(&ours) || (port_of(&ours) != stack->port && port_of(&ours) != stack->tls_port)) return GONE;
  if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &k) < 0 || type != SOCK_STREAM || getpeername(fd, &theirs.su_sa, &m) < 0) return GONE;
  struct tcp_info info = {0};
  k = sizeof info;
  if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &k) < 0 || info.tcpi_state != ESTABLISHED) return GONE;
  *out = (stream){fd, info.tcpi_last_data_recv, csip_place_of(&theirs)};
  /* Cut a connection that never sent anything, and one that the library has stopped reading: it would stay for ever. */
  int unread = 0;
  const int is_stalled = ioctl(fd, FIONREAD, &unread) == 0 && unread > 0;
  if ((info.tcpi_bytes_received == 0 || is_stalled) && info.tcpi_last_data_recv > stack->gate.limits.patience_ms) out->idle_ms = UINT32_MAX;
  return csip_is_trusted(&stack->gate.trusted, out->place) ? TRUSTED : STRANGER;
}

/* Sorts by source, and within a source the most recently active first. */
static int compare(const void *a, const void *b) {
  const stream *x = a, *y = b;
  if (x->place.high != y->place.high) return x->place.high < y->place.high ? -1 : 1;
  if (x->place.low != y->place.low) return x->place.low < y->place.low ? -1 : 1;
  return x->idle_ms < y->idle_ms ? -1 : x->idle_ms > y->idle_ms;
}

static void cut(csip_stack *stack, const stream *stream) {
  su_sockaddr_t from;
  socklen_t n = sizeof from;
  const int is_named = getpeername(stream->fd, &from.su_sa, &n) == 0;
  shutdown(stream->fd, SHUT_RDWR);
  csip_gate_count(stack, CSIP_CUT_STREAMS, is_named ? &from : NULL);
}

/* Collects strangers' connections, and forgets those that are gone. */
static size_t read_streams(csip_stack *stack, stream *strangers) {
  size_t n = 0, kept = 0;
  for (size_t i = 0; i < accepted.n; i++) {
    const standing found = read_stream(stack, accepted.fds[i], &strangers[n]);
    if (found == GONE) continue;
    accepted.fds[kept++] = accepted.fds[i];
    if (found == STRANGER) n++;
  }
  accepted.n = kept;
  return n;
}

void csip_streams_sweep(csip_stack *stack) {
  const int64_t now = csip_now();
  if (!accepted.n || now - accepted.swept_at < SWEEP_MS) return;
  accepted.swept_at = now;
  stream *streams = malloc(accepted.n * sizeof *streams);
  if (!streams) return;
  const size_t n = read_streams(stack, streams);
  qsort(streams, n, sizeof *streams, compare);
  uint32_t of_place = 0;
  for (size_t i = 0; i < n; i++) {
    const int is_same = i && streams[i].place.high == streams[i - 1].place.high && streams[i].place.low == streams[i - 1].place.low;
    of_place = is_same ? of_place + 1 : 1;
    if (of_place > stack->gate.limits.max_streams_per_source || streams[i].idle_ms == UINT32_MAX) cut(stack, &streams[i]);
  }
  free(streams);
}

/* Collects the far ends that the calls' requests came from, in order. */
static csip_peer *read_peers(csip_stack *stack, size_t *n) {
  *n = 0;
  csip_peer *peers = malloc((stack->dialogs.n + 1) * sizeof *peers);
  if (!peers) return NULL;
  for (const csip_dialog *dialog = csip_dialog_after(stack, NULL); dialog; dialog = csip_dialog_after(stack, dialog))
    if (dialog->peer_stream.port) peers[(*n)++] = dialog->peer_stream;
  qsort(peers, *n, sizeof *peers, csip_peer_compare);
  return peers;
}

void csip_streams_leave(csip_stack *stack) {
  enum { SILENT_MS = 1000 };
  size_t n;
  csip_peer *peers = accepted.n ? read_peers(stack, &n) : NULL;
  if (!peers) return;
  for (size_t i = 0; i < accepted.n; i++) {
    su_sockaddr_t theirs;
    socklen_t bytes = sizeof theirs, k = sizeof(struct tcp_info);
    struct tcp_info info = {0};
    stream found;
    if (read_stream(stack, accepted.fds[i], &found) == GONE || getpeername(accepted.fds[i], &theirs.su_sa, &bytes) < 0) continue;
    const csip_peer peer = csip_peer_of(&theirs);
    if (bsearch(&peer, peers, n, sizeof peer, csip_peer_compare)) continue;
    if (getsockopt(accepted.fds[i], IPPROTO_TCP, TCP_INFO, &info, &k) < 0) continue;
    if (info.tcpi_last_data_recv > SILENT_MS && info.tcpi_last_data_sent > SILENT_MS) shutdown(accepted.fds[i], SHUT_RDWR);
  }
  free(peers);
}
