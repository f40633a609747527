#ifndef CSTREAMPEER_H
#define CSTREAMPEER_H

#include <stdint.h>

/* The programs at the other ends of many streams, in a process of their own: each sends back the audio that it receives, as it receives it. */

typedef struct {
  uint16_t audio_socket, ws, wss; /* wss is 0 without a certificate */
  uint16_t reserved;
} stream_peer_ports;

/* The time at which a click arrived: a sample above 4,000 after 100 ms without one, on the same connection. */
typedef struct {
  uint64_t ns; /* CLOCK_MONOTONIC */
} stream_peer_click;

typedef struct {
  uint64_t frames;   /* of 20 ms, after the first two seconds of each connection */
  uint64_t lost;     /* connections that ended before the peer was told to end */
  double p50_ms, p99_ms, most_ms; /* lateness of frames against an even 20 ms clock, whose phase is the earliest frame of the two seconds */
} stream_peer_figures;

/* Opens ports at 127.0.0.1 and writes a stream_peer_ports to `out`. Serves them until `in` ends. With `clicks` it writes a stream_peer_click to
 * `out` for every click. It writes a stream_peer_figures at the end. `certificate` is a PEM file with a certificate and its key, or NULL.
 * Returns 0, or 1 when a system call fails. */
int stream_peer_run(int clicks, const char *certificate, int in, int out);

#endif
