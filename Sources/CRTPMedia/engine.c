/* The thread: every 20 ms, for each session, what came, what is played, what goes out. */
#include "media.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#define TICK_NS 20000000u

static pthread_once_t library = PTHREAD_ONCE_INIT;
static void begin_library(void) { srtp_init(); }

uint64_t crtp_now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint32_t crtp_random(void) {
  uint32_t value = 0;
  if (getrandom(&value, sizeof value, 0) != sizeof value) value = (uint32_t)crtp_now(CLOCK_MONOTONIC) * 2654435761u;
  return value;
}

static void free_session(crtp_session *session) {
  crtp_codec_close(session);
  if (session->has_srtp) srtp_dealloc(session->inbound), srtp_dealloc(session->outbound);
  close(session->rtp);
  close(session->rtcp);
  pthread_mutex_destroy(&session->lock);
  free(session);
}

static void tick(crtp_engine *engine, uint64_t now) {
  for (crtp_session **at = &engine->sessions, *session; (session = *at);) {
    pthread_mutex_lock(&session->lock);
    const int is_closed = session->is_closed;
    if (!is_closed && session->is_configured) {
      crtp_receive(engine, session);
      crtp_play(session);
      crtp_send(session);
      if (now >= session->next_report_ns) crtp_report(session, now);
    }
    pthread_mutex_unlock(&session->lock);
    if (is_closed) {
      *at = session->next;
      free_session(session);
    } else {
      at = &session->next;
    }
  }
}

static void *live(void *argument) {
  crtp_engine *engine = argument;
  pthread_setname_np(pthread_self(), "rtp");
  uint64_t due = crtp_now(CLOCK_MONOTONIC) + TICK_NS;
  for (;;) {
    const struct timespec until = {(time_t)(due / 1000000000u), (long)(due % 1000000000u)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {}
    pthread_mutex_lock(&engine->lock);
    const int is_stopping = engine->is_stopping;
    for (crtp_session *session; (session = engine->arriving);) {
      engine->arriving = session->next;
      session->next = engine->sessions;
      engine->sessions = session;
    }
    pthread_mutex_unlock(&engine->lock);
    tick(engine, crtp_now(CLOCK_MONOTONIC));
    if (is_stopping) break;
    due += TICK_NS;
    const uint64_t now = crtp_now(CLOCK_MONOTONIC);
    if (now > due) {
      /* Never caught up: a burst of packets would only be jitter. */
      const uint64_t missed = (now - due) / TICK_NS + 1;
      engine->late += missed;
      due += missed * TICK_NS;
    }
  }
  while (engine->sessions) {
    crtp_session *session = engine->sessions;
    engine->sessions = session->next;
    free_session(session);
  }
  return NULL;
}

crtp_engine *crtp_engine_start(crtp_heard_digit heard, void *context) {
  pthread_once(&library, begin_library);
  crtp_engine *engine = calloc(1, sizeof *engine);
  if (!engine) return NULL;
  engine->heard = heard;
  engine->context = context;
  pthread_mutex_init(&engine->lock, NULL);
  for (size_t i = 0; i < BATCH; i++) {
    engine->vectors[i] = (struct iovec){engine->packets[i], PACKET_MAX};
    engine->messages[i].msg_hdr = (struct msghdr){
        .msg_name = &engine->sources[i], .msg_iov = &engine->vectors[i], .msg_iovlen = 1, .msg_control = engine->controls[i]};
  }
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int failed = pthread_create(&engine->thread, NULL, live, engine);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!failed) return engine;
  free(engine);
  return NULL;
}

void crtp_engine_stop(crtp_engine *engine) {
  pthread_mutex_lock(&engine->lock);
  engine->is_stopping = 1;
  pthread_mutex_unlock(&engine->lock);
  pthread_join(engine->thread, NULL);
  pthread_mutex_destroy(&engine->lock);
  free(engine);
}

uint64_t crtp_engine_late_ticks(const crtp_engine *engine) { return engine->late; }
