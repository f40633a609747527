#define _GNU_SOURCE
#include "CStreamPeer.h"

#include <libwebsockets.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FRAME_NS = 20000000, WARM_FRAMES = 100, BUCKET_NS = 100000, BUCKETS = 20000, ROOM = 65536, CLICK = 4000, CALM_FRAMES = 5 };

typedef struct {
  size_t frame_bytes;
  uint64_t began_ns, bytes, judged;
  uint32_t calm; /* frames since the last loud one */
  uint8_t header[3], header_bytes;
  size_t payload; /* bytes that are left of an AudioSocket message */
  int is_audio;
  size_t waiting;
  unsigned char out[LWS_PRE + ROOM]; /* what is to be sent back */
} far_end;

static struct {
  int clicks, out, is_over;
  stream_peer_figures figures;
  uint64_t buckets[BUCKETS];
} peer;

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* Judges the frames that the bytes complete. */
static void judge(far_end *end, const uint8_t *audio, size_t bytes, uint64_t at) {
  const uint64_t before = end->bytes / end->frame_bytes;
  end->bytes += bytes;
  for (uint64_t frame = before; frame < end->bytes / end->frame_bytes; frame++) {
    const uint64_t even = frame * FRAME_NS;
    if (frame < WARM_FRAMES) {
      if (end->began_ns == 0 || at - even < end->began_ns) end->began_ns = at - even;
      continue;
    }
    const uint64_t late = at > end->began_ns + even ? at - end->began_ns - even : 0;
    const double ms = (double)late / 1e6;
    peer.buckets[late / BUCKET_NS < BUCKETS ? late / BUCKET_NS : BUCKETS - 1]++;
    peer.figures.frames++;
    if (ms > peer.figures.most_ms) peer.figures.most_ms = ms;
  }
  if (!peer.clicks) return;
  int is_loud = 0;
  for (size_t n = 0; n + 1 < bytes; n += 2) is_loud |= (int16_t)(audio[n] | audio[n + 1] << 8) > CLICK;
  if (is_loud && end->calm >= CALM_FRAMES) {
    const stream_peer_click click = {at};
    if (write(peer.out, &click, sizeof click) != sizeof click) peer.is_over = 1;
  }
  end->calm = is_loud ? 0 : end->calm + 1;
}

/* Queues bytes to be sent back; a connection that does not take them loses them. */
static void send_back(far_end *end, const void *bytes, size_t n) {
  if (end->waiting + n > ROOM) return;
  memcpy(end->out + LWS_PRE + end->waiting, bytes, n);
  end->waiting += n;
}

/* Takes bytes of AudioSocket, in pieces of any size: only audio, of kind 0x10 with 8,000 Hz, is sent back. */
static void take_audio_socket(far_end *end, const uint8_t *in, size_t n, uint64_t at) {
  while (n > 0) {
    if (end->header_bytes < 3) {
      end->header[end->header_bytes++] = *in++;
      n--;
      if (end->header_bytes < 3) continue;
      end->payload = (size_t)end->header[1] << 8 | end->header[2];
      end->is_audio = end->header[0] == 0x10;
      if (end->is_audio) send_back(end, end->header, 3);
    }
    const size_t piece = n < end->payload ? n : end->payload;
    if (end->is_audio && piece > 0) {
      judge(end, in, piece, at);
      send_back(end, in, piece);
    }
    in += piece;
    n -= piece;
    end->payload -= piece;
    if (end->payload == 0) end->header_bytes = 0;
  }
}

static int serve(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n) {
  far_end *const end = user;
  switch (reason) {
    case LWS_CALLBACK_RAW_ADOPT:
      memset(end, 0, sizeof *end);
      end->frame_bytes = 320;
      break;
    case LWS_CALLBACK_ESTABLISHED:
      memset(end, 0, sizeof *end);
      end->frame_bytes = 640;
      break;
    case LWS_CALLBACK_RAW_RX: take_audio_socket(end, in, n, now()); break;
    case LWS_CALLBACK_RECEIVE:
      if (!lws_frame_is_binary(wsi)) break;
      judge(end, in, n, now());
      send_back(end, in, n);
      break;
    case LWS_CALLBACK_RAW_WRITEABLE:
    case LWS_CALLBACK_SERVER_WRITEABLE: {
      if (end->waiting == 0) return 0;
      const enum lws_write_protocol kind = reason == LWS_CALLBACK_RAW_WRITEABLE ? LWS_WRITE_RAW : LWS_WRITE_BINARY;
      const int written = lws_write(wsi, end->out + LWS_PRE, end->waiting, kind);
      if (written < 0) return -1;
      if ((size_t)written >= end->waiting) end->waiting = 0;
      else memmove(end->out + LWS_PRE, end->out + LWS_PRE + written, end->waiting -= (size_t)written);
      break;
    }
    case LWS_CALLBACK_RAW_CLOSE:
    case LWS_CALLBACK_CLOSED:
      if (!peer.is_over) peer.figures.lost++;
      return 0;
    default: return 0;
  }
  if (end->waiting > 0) lws_callback_on_writable(wsi);
  return 0;
}

static const struct lws_protocols protocols[] = {
    {.name = "hookswitch.media.v1", .callback = serve, .per_session_data_size = sizeof(far_end), .rx_buffer_size = 4096}, {0}};

/* Opens a port, and returns it; 0 when that fails. */
static uint16_t open_port(struct lws_context *context, int is_raw, const char *certificate) {
  struct lws_context_creation_info info = {0};
  info.iface = "127.0.0.1";
  info.protocols = protocols;
  info.vhost_name = is_raw ? "raw" : certificate ? "wss" : "ws";
  if (is_raw) {
    info.options = LWS_SERVER_OPTION_ADOPT_APPLY_LISTEN_ACCEPT_CONFIG;
    info.listen_accept_role = "raw-skt";
    info.listen_accept_protocol = protocols[0].name;
  }
  if (certificate) {
    info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    info.ssl_cert_filepath = info.ssl_private_key_filepath = certificate;
  }
  struct lws_vhost *const vhost = lws_create_vhost(context, &info);
  return vhost ? (uint16_t)lws_get_vhost_listen_port(vhost) : 0;
}

static double percentile(double share) {
  uint64_t left = (uint64_t)((double)peer.figures.frames * share);
  for (uint64_t bucket = 0; bucket < BUCKETS; bucket++) {
    if (peer.buckets[bucket] > left) return (double)(bucket * BUCKET_NS) / 1e6;
    left -= peer.buckets[bucket];
  }
  return (double)BUCKETS * BUCKET_NS / 1e6;
}

int stream_peer_run(int clicks, const char *certificate, int in, int out) {
  struct lws_context_creation_info info = {0};
  lws_set_log_level(0, NULL);
  info.port = CONTEXT_PORT_NO_LISTEN;
  info.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | (certificate ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0);
  struct lws_context *const context = lws_create_context(&info);
  if (!context) return 1;
  peer.clicks = clicks;
  peer.out = out;
  const stream_peer_ports ports = {open_port(context, 1, NULL), open_port(context, 0, NULL), certificate ? open_port(context, 0, certificate) : 0, 0};
  if (!ports.audio_socket || !ports.ws || (certificate && !ports.wss)) return 1;
  if (write(out, &ports, sizeof ports) != sizeof ports) return 1;
  uint64_t looked = now();
  while (!peer.is_over) {
    lws_service(context, 0);
    /* The end of the input is looked for ten times a second. */
    const uint64_t time = now();
    if (time - looked < 100000000) continue;
    looked = time;
    struct pollfd input = {in, POLLIN, 0};
    char byte;
    if (poll(&input, 1, 0) > 0 && read(in, &byte, 1) <= 0) peer.is_over = 1;
  }
  peer.figures.p50_ms = percentile(0.5);
  peer.figures.p99_ms = percentile(0.99);
  lws_context_destroy(context);
  return write(out, &peer.figures, sizeof peer.figures) == sizeof peer.figures ? 0 : 1;
}
