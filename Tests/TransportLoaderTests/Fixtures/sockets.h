/* The fixture's network: one UDP socket, which crosses to another version (HSW_HANDOVER_SOCKETS). A datagram "ring N" is an incoming call,
 * "hang N" the end of one, "register" makes the line ready, "who" asks for the number of the process, "link" for a connection to the other
 * version. The version that reads passes "hang" for calls that it does not know on to the other one. -DREGISTERS reports the line as trying
 * until a "register" comes. -DPREPARE, -DGIVE, -DTAKE, -DSETTLE and -DSETTLE_NEW run a statement in a function. */
#include <arpa/inet.h>
#include <hookswitch/draft-handover.h>
#include <netinet/in.h>

enum { MOST = 32 };
typedef struct { hsw_call call; char handle[16]; } known;
static known all_calls[MOST];
static struct sockaddr_in far;
static int sock = -1, other = -1, port, is_reading, is_new, stands_still;

static void say(const char *what, const char *handle) {
  char text[64];
  int n = snprintf(text, sizeof text, "%s %s %d", what, handle, (int)getpid());
  if (far.sin_port) sendto(sock, text, (size_t)n, MSG_NOSIGNAL, (struct sockaddr *)&far, sizeof far);
}
static void remember(hsw_call c, const char *handle) {
  for (int i = 0; i < MOST; i++) if (!all_calls[i].call.id) {
    all_calls[i].call = c;
    snprintf(all_calls[i].handle, sizeof all_calls[i].handle, "%s", handle);
    return;
  }
}
static known *find_call(const char *handle) {
  for (int i = 0; i < MOST; i++) if (all_calls[i].call.id && !strcmp(all_calls[i].handle, handle)) return &all_calls[i];
  return NULL;
}
/* Forgets a call, with the word that tells its far end. */
static void forget(hsw_call c, const char *word) {
  for (int i = 0; i < MOST; i++) if (all_calls[i].call.id == c.id) {
    say(word, all_calls[i].handle);
    all_calls[i].call.id = 0;
  }
}
static void hear(state *s, const char *text) {
  if (!strncmp(text, "ring ", 5)) {
    hsw_call_info from = {0};
    from.size = sizeof from;
    from.handle_kind = (hsw_str)S("tel");
    from.handle = (hsw_str){text + 5, strlen(text + 5)};
    hsw_call c = {0x8000000000000000u | ++s->minted};
    remember(c, text + 5);
    say("ringing", text + 5);
    s->host->report_incoming(s->host->ctx, c, now(s), &from);
  } else if (!strncmp(text, "hang ", 5)) {
    known *it = find_call(text + 5);
    if (!it && is_new && other >= 0) { send(other, text, strlen(text), MSG_NOSIGNAL); return; }
    if (!it) { say("481", text + 5); return; }
    hsw_call c = it->call;
    forget(c, "hung");
    s->host->report_ended(s->host->ctx, c, now(s), HSW_END_REMOTE, NULL);
    if (s->draining) s->host->deactivated(s->host->ctx);
  } else if (!strcmp(text, "register")) {
    s->host->report_line(s->host->ctx, HSW_LINE_READY, 0, NULL);
    say("registered", "-");
  } else if (!strcmp(text, "who")) {
    say("me", "-");
  } else if (!strcmp(text, "link")) {
    say(other < 0 ? "alone" : "linked", "-");
  }
}
static void datagram(void *arg, int fd, uint32_t events) {
  char text[64];
  (void)events;
  struct sockaddr_in from;
  socklen_t size = sizeof from;
  ssize_t n = recvfrom(fd, text, sizeof text - 1, MSG_DONTWAIT, (struct sockaddr *)&from, &size);
  if (n <= 0) return;
  if (stands_still) abort();
  if (fd == sock) far = from;
  text[n] = 0;
  hear(arg, text);
}
static void begin_to_read(state *s, int fd) { s->loop->add_fd(s->host->ctx, fd, HSW_FD_READ, datagram, s); }
static void read_socket(state *s, int on) {
  if (on && !is_reading) begin_to_read(s, sock);
  if (!on && is_reading) s->loop->del_fd(s->host->ctx, sock);
  is_reading = on;
}
static void listen_to_other(state *s, int fd) {
  if (other >= 0) { s->loop->del_fd(s->host->ctx, other); close(other); }
  other = fd;
  if (fd >= 0) begin_to_read(s, fd);
}
static hsw_status open_network(state *s) {
  struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof own;
  if (sock < 0) {
    sock = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (sock < 0 || bind(sock, (struct sockaddr *)&own, sizeof own)) return HSW_E_NET;
    read_socket(s, 1);
#ifdef REGISTERS
    s->host->report_line(s->host->ctx, HSW_LINE_READY, 0, NULL);
#endif
  }
  getsockname(sock, (struct sockaddr *)&own, &size);
  port = ntohs(own.sin_port);
  return HSW_OK;
}
/* Ends every call, and tells its far end. */
static void end_all(state *s) {
  for (int i = 0; i < MOST; i++) if (all_calls[i].call.id) {
    hsw_call c = all_calls[i].call;
    forget(c, "bye");
    s->host->report_ended(s->host->ctx, c, now(s), HSW_END_LOCAL, NULL);
  }
}
static void close_network(state *s) {
  listen_to_other(s, -1);
  if (sock >= 0) { read_socket(s, 0); close(sock); }
  sock = -1;
}

static int own_end(int fd) { return fcntl(fd, F_DUPFD_CLOEXEC, 0); }
static int given = -1; /* the old version's end of the link, until it is settled */

static hsw_status prepare_handover(void *ctx, uint32_t way, const hsw_parcel *out) {
  state *s = ctx;
  (void)s;
#ifdef PREPARE
  PREPARE;
#endif
  if (way != HSW_HANDOVER_SOCKETS || out->link < 0) return HSW_E_RANGE;
  if (given >= 0) close(given);
  given = own_end(out->link);
  return out->put_fd(out->ctx, sock) == 0 ? HSW_OK : HSW_E_FAIL;
}
static hsw_status give(void *ctx, uint32_t way, const hsw_parcel *out) {
  state *s = ctx;
#ifdef GIVE
  GIVE;
#endif
  if (way != HSW_HANDOVER_SOCKETS) return HSW_E_RANGE;
  read_socket(s, 0);
  stands_still = 1;
  return out->write(out->ctx, &far, sizeof far) == sizeof far ? HSW_OK : HSW_E_FAIL;
}
static hsw_status take(void *ctx, uint32_t way, const hsw_parcel *in, hsw_why *why) {
  state *s = ctx;
  (void)s; (void)why;
#ifdef TAKE
  TAKE;
#endif
  if (way != HSW_HANDOVER_SOCKETS || in->read(in->ctx, &far, sizeof far) != sizeof far) return HSW_E_INVAL;
  sock = in->take_fd(in->ctx, 0);
  given = own_end(in->link);
  is_new = stands_still = 1;
  return sock >= 0 && given >= 0 ? HSW_OK : HSW_E_RANGE;
}
static void settle(void *ctx, uint32_t outcome) {
  state *s = ctx;
  stands_still = 0;
  if (outcome == HSW_HANDOVER_TAKEN && is_new) {
#ifdef SETTLE_NEW
    SETTLE_NEW;
#endif
    other = given;
    given = -1;
    read_socket(s, 1);
#ifdef REGISTERS
    s->host->report_line(s->host->ctx, HSW_LINE_TRYING, 0, NULL);
#endif
  } else if (outcome == HSW_HANDOVER_TAKEN) {
    listen_to_other(s, given);
    given = -1;
#ifdef SETTLE
    SETTLE;
#endif
  } else if (outcome == HSW_HANDOVER_REFUSED) {
    listen_to_other(s, -1);
    read_socket(s, 1);
  } else if (outcome == HSW_HANDOVER_ALONE && is_new) {
    if (other >= 0) close(other);
    other = -1;
    is_new = 0;
  }
}
static const hsw_handover handover = {sizeof handover, 0, HSW_HANDOVER_SOCKETS, 0, prepare_handover, give, take, settle};
