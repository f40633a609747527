/* Connections that others opened to us, which the library accepts without end. They are found among the process's descriptors by our own port, and
 * what is too much is shut down, which the library takes for the far end's goodbye. Only this thread closes them, so none can become
 * another's meanwhile. */
#include "stack.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SWEEP_MS = 250, MOST = 4096, ESTABLISHED = 1 /* as the kernel counts states */ };

typedef struct {
  int fd;
  uint32_t idle_ms;
  csip_place place;
} stream;

static uint16_t port_of(const su_sockaddr_t *address) {
  return address->su_family == AF_INET || address->su_family == AF_INET6 ? ntohs(address->su_port) : 0;
}

/* Whether the descriptor is a connection that somebody made to our port. */
static int read_stream(csip_stack *stack, int fd, stream *out) {
  su_sockaddr_t ours, theirs;
  socklen_t n = sizeof ours, m = sizeof theirs, k = sizeof(int);
  int type = 0;
  if (getsockname(fd, &ours.su_sa, &n) < 0 || !port_of(&ours) || (port_of(&ours) != stack->port && port_of(&ours) != stack->tls_port)) return 0;
  if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &k) < 0 || type != SOCK_STREAM || getpeername(fd, &theirs.su_sa, &m) < 0) return 0;
  struct tcp_info info = {0};
  k = sizeof info;
  if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &k) < 0 || info.tcpi_state != ESTABLISHED) return 0;
  *out = (stream){fd, info.tcpi_last_data_recv, csip_place_of(&theirs)};
  /* Who has said nothing at all has no claim to stay, nor whom the library has stopped to read: it neither goes on nor hangs up. */
  int unread = 0;
  const int is_stalled = ioctl(fd, FIONREAD, &unread) == 0 && unread > 0;
  if ((info.tcpi_bytes_received == 0 || is_stalled) && info.tcpi_last_data_recv > stack->gate.limits.patience_ms) out->idle_ms = UINT32_MAX;
  return !csip_is_trusted(&stack->gate, out->place);
}

/* By place, and within it who spoke last first. */
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

void csip_streams_sweep(csip_stack *stack) {
  const int64_t now = csip_now();
  if (now - stack->gate.swept_at < SWEEP_MS) return;
  stack->gate.swept_at = now;
  struct rlimit most = {.rlim_cur = MOST};
  getrlimit(RLIMIT_NOFILE, &most);
  const int end = most.rlim_cur < MOST ? (int)most.rlim_cur : MOST;
  stream *streams = NULL;
  size_t n = 0, room = 0;
  for (int fd = 0; fd < end; fd++) {
    stream found;
    if (!read_stream(stack, fd, &found)) continue;
    if (n == room) {
      room = room ? room * 2 : 64;
      stream *more = realloc(streams, room * sizeof *streams);
      if (!more) break;
      streams = more;
    }
    streams[n++] = found;
  }
  if (n) qsort(streams, n, sizeof *streams, compare);
  uint32_t of_place = 0;
  for (size_t i = 0; i < n; i++) {
    const int is_same = i && streams[i].place.high == streams[i - 1].place.high && streams[i].place.low == streams[i - 1].place.low;
    of_place = is_same ? of_place + 1 : 1;
    if (of_place > stack->gate.limits.max_streams_per_source || streams[i].idle_ms == UINT32_MAX) cut(stack, &streams[i]);
  }
  free(streams);
}
