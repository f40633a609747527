#define _GNU_SOURCE
#include "CRTPRival.h"

#include <arpa/inet.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { SLICES = 20, SLICE_NS = 1000000, PACKET_NS = 20000000, SECOND_NS = 1000000000, BUCKET_NS = 10000, BUCKETS = 20000, EVENTS = 256 };

typedef struct {
  int fd;
  struct sockaddr_in to;
  uint16_t sequence, heard_sequence;
  uint64_t heard_ns;
} far_end;

typedef struct {
  far_end *ends;
  uint32_t calls;
  int poll;
  uint64_t judged_from; /* CLOCK_REALTIME */
  rtp_rival_figures figures;
  uint64_t buckets[BUCKETS];
} rival;

static uint64_t now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * SECOND_NS + (uint64_t)t.tv_nsec;
}

static int whole(ssize_t (*move)(int, void *, size_t), int fd, void *bytes, size_t n) {
  for (size_t at = 0; at < n;) {
    const ssize_t some = move(fd, (char *)bytes + at, n - at);
    if (some <= 0) return -1;
    at += (size_t)some;
  }
  return 0;
}

static ssize_t put(int fd, void *bytes, size_t n) { return write(fd, bytes, n); }

static int open_end(rival *rival, uint32_t index, uint16_t *port) {
  far_end *end = &rival->ends[index];
  struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof here;
  const int on = 1;
  end->to = here;
  end->fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (end->fd < 0 || bind(end->fd, (struct sockaddr *)&here, sizeof here) || getsockname(end->fd, (struct sockaddr *)&here, &length)) return -1;
  setsockopt(end->fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
  struct epoll_event event = {.events = EPOLLIN, .data.u32 = index};
  *port = ntohs(here.sin_port);
  return epoll_ctl(rival->poll, EPOLL_CTL_ADD, end->fd, &event);
}

static int meet(rival *rival, int in, int out) {
  uint16_t *ports = calloc(rival->calls, sizeof *ports);
  if (!ports) return -1;
  int failed = 0;
  for (uint32_t i = 0; i < rival->calls && !failed; i++) failed = open_end(rival, i, &ports[i]);
  failed = failed || whole(put, out, ports, rival->calls * sizeof *ports) || whole(read, in, ports, rival->calls * sizeof *ports);
  for (uint32_t i = 0; i < rival->calls && !failed; i++) rival->ends[i].to.sin_port = htons(ports[i]);
  free(ports);
  return failed;
}

static void say(rival *rival, uint32_t index) {
  far_end *end = &rival->ends[index];
  unsigned char packet[172] = {0x80, 0};
  memset(packet + 12, 0x9e, 160);
  const uint32_t timestamp = htonl(end->sequence * 160u), ssrc = htonl(index + 1u);
  const uint16_t sequence = htons(end->sequence++);
  memcpy(packet + 2, &sequence, 2);
  memcpy(packet + 4, &timestamp, 4);
  memcpy(packet + 8, &ssrc, 4);
  if (sendto(end->fd, packet, sizeof packet, 0, (struct sockaddr *)&end->to, sizeof end->to) > 0) rival->figures.sent++;
}

static void judge(rival *rival, far_end *end, const unsigned char *packet, uint64_t arrival) {
  const uint16_t sequence = (uint16_t)(packet[2] << 8 | packet[3]);
  rival->figures.heard++;
  if (end->heard_ns && arrival >= rival->judged_from) {
    const int16_t steps = (int16_t)(sequence - end->heard_sequence);
    if (steps <= 0) { /* A duplicate, or a packet that was overtaken and counted as lost. */
      if (steps < 0 && rival->figures.lost > 0) rival->figures.lost--;
      return;
    }
    rival->figures.lost += (uint32_t)steps - 1u;
    const int64_t off = (int64_t)(arrival - end->heard_ns) - (int64_t)steps * PACKET_NS;
    const uint64_t bucket = (uint64_t)(off < 0 ? -off : off) / BUCKET_NS;
    rival->buckets[bucket < BUCKETS ? bucket : BUCKETS - 1]++;
  }
  end->heard_ns = arrival;
  end->heard_sequence = sequence;
}

static void hear(rival *rival, far_end *end) {
  unsigned char packet[512], control[64];
  for (;;) {
    struct iovec vector = {packet, sizeof packet};
    struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    const ssize_t n = recvmsg(end->fd, &message, MSG_DONTWAIT);
    if (n < 12) return;
    const struct cmsghdr *c = CMSG_FIRSTHDR(&message);
    struct timespec t;
    if (packet[1] >= 192 && packet[1] <= 223) continue; /* RTCP */
    if (!c || c->cmsg_type != SCM_TIMESTAMPNS) continue;
    memcpy(&t, CMSG_DATA(c), sizeof t);
    judge(rival, end, packet, (uint64_t)t.tv_sec * SECOND_NS + (uint64_t)t.tv_nsec);
  }
}

static void carry(rival *rival, uint32_t seconds) {
  struct epoll_event ready[EVENTS];
  const uint64_t begin = now(CLOCK_MONOTONIC);
  for (uint64_t slice = 0; slice < (uint64_t)seconds * 1000; slice++) {
    const uint64_t due = begin + slice * SLICE_NS;
    const struct timespec until = {(time_t)(due / SECOND_NS), (long)(due % SECOND_NS)};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    if (now(CLOCK_MONOTONIC) > due + 2 * SLICE_NS) rival->figures.late += rival->calls / SLICES;
    for (uint32_t i = (uint32_t)(slice % SLICES); i < rival->calls; i += SLICES) say(rival, i);
    for (int n = EVENTS; n == EVENTS;) {
      n = epoll_wait(rival->poll, ready, EVENTS, 0);
      for (int i = 0; i < n; i++) hear(rival, &rival->ends[ready[i].data.u32]);
    }
  }
}

static double percentile(const rival *rival, double share) {
  uint64_t all = 0, seen = 0;
  for (int i = 0; i < BUCKETS; i++) all += rival->buckets[i];
  for (int i = 0; i < BUCKETS; i++) {
    seen += rival->buckets[i];
    if (all > 0 && (double)seen >= share * (double)all) return (i + 1) * (BUCKET_NS / 1e6);
  }
  return 0;
}

int rtp_rival_run(uint32_t calls, uint32_t seconds, int in, int out) {
  /* End with the benchmark. */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  /* Real-time priority, where allowed, keeps busy programs from delaying the far ends, which are not the subject of the measurement. */
  const struct sched_param priority = {.sched_priority = 5};
  sched_setscheduler(0, SCHED_RR, &priority);
  rival *rival = calloc(1, sizeof *rival);
  far_end *ends = calloc(calls, sizeof *ends);
  if (!rival || !ends) return 1;
  rival->ends = ends;
  rival->calls = calls;
  rival->poll = epoll_create1(EPOLL_CLOEXEC);
  if (rival->poll < 0 || meet(rival, in, out)) return 1;
  rival->judged_from = now(CLOCK_REALTIME) + SECOND_NS;
  carry(rival, seconds);
  rival->figures.p50_ms = percentile(rival, 0.5);
  rival->figures.p99_ms = percentile(rival, 0.99);
  rival->figures.most_ms = percentile(rival, 1);
  return whole(put, out, &rival->figures, sizeof rival->figures) ? 1 : 0;
}
