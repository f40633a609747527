/* The engine's thread. While there are sessions, each 10 ms tick sends and receives for all of them, and decodes and encodes for half
 * of them. */
#define _GNU_SOURCE 1

#include "engine.h"

#include "Packets/control.h"
#include "Packets/receive.h"
#include "Sound/play.h"
#include "Sound/send.h"
#include "clock.h"
#include "session.h"

#include <CMediaThread.h>
#include <openssl/crypto.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

#define PRIORITY 10

/* Removes the port from the poll first: while a child process still has the descriptor, close does not remove it, and the poll would
 * name a freed session. */
static void close_port(const crtp_engine *engine, int port) {
  if (port < 0) return;
  epoll_ctl(engine->poll, EPOLL_CTL_DEL, port, NULL);
  close(port);
}

void crtp_engine_drop(crtp_session *session) {
  crtp_handshake_close(&session->handshake);
  crtp_protection_close(session->keys);
  crtp_sound_close(session->sound);
  close_port(session->engine, session->rtp);
  close_port(session->engine, session->rtcp);
  pthread_mutex_destroy(&session->lock);
  OPENSSL_cleanse(session, sizeof *session);
  free(session);
}

static int is_its_tick(const crtp_session *session) { return ((session->engine->ticks + session->phase) & 1u) == 0; }

/* Sends a session's packets. All sessions send before any other work, so that the work adds no jitter. */
static void say(crtp_session *session) {
  pthread_mutex_lock(&session->lock);
  if (!session->is_stopped && session->is_configured) {
    if (is_its_tick(session)) crtp_speak(session);
    crtp_send(session);
    crtp_outbox_flush(session);
  }
  const int has_sent = session->has_sent_digits;
  session->has_sent_digits = 0;
  pthread_mutex_unlock(&session->lock);
  const crtp_listener *listener = &session->engine->listener;
  if (has_sent && listener->sent) listener->sent(listener->context, session->number);
}

/* Plays a session's received packets and does its timed work. Returns 1 when the session is closed. */
static int attend(crtp_session *session) {
  pthread_mutex_lock(&session->lock);
  const int is_closed = session->is_closed;
  if (!session->is_stopped && session->is_configured) {
    crtp_handshake_tick(session);
    crtp_watch(session);
    if (is_its_tick(session)) crtp_play(session);
    if (session->engine->now >= session->next_report_ns) crtp_report(session);
  }
  pthread_mutex_unlock(&session->lock);
  return is_closed;
}

/* Adopts the sessions opened since the last tick. Returns 1 when the engine is stopping. */
static int adopt(crtp_engine *engine) {
  pthread_mutex_lock(&engine->lock);
  for (crtp_session *session; (session = engine->arriving);) {
    engine->arriving = session->next;
    session->next = engine->sessions;
    engine->sessions = session;
  }
  const int is_stopping = engine->is_stopping;
  pthread_mutex_unlock(&engine->lock);
  return is_stopping;
}

static int tick(crtp_engine *engine, uint64_t now) {
  const int is_stopping = adopt(engine);
  engine->now = now;
  engine->ticks++;
  for (crtp_session *session = engine->sessions; session; session = session->next) say(session);
  crtp_receive(engine);
  for (crtp_session **at = &engine->sessions, *session; (session = *at);) {
    if (!attend(session)) {
      at = &session->next;
      continue;
    }
    *at = session->next;
    crtp_engine_drop(session);
  }
  return is_stopping;
}

/* Sleeps while there are no sessions. Returns 1 when it slept. */
static int rest(crtp_engine *engine) {
  if (engine->sessions) return 0;
  pthread_mutex_lock(&engine->lock);
  const int sleeps = !engine->arriving && !engine->is_stopping;
  while (!engine->arriving && !engine->is_stopping) pthread_cond_wait(&engine->called, &engine->lock);
  pthread_mutex_unlock(&engine->lock);
  return sleeps;
}

static void live(void *context) {
  crtp_engine *engine = context;
  pthread_setname_np(pthread_self(), "rtp");
  uint64_t due = crtp_now(CLOCK_MONOTONIC) + HALF_TICK_NS;
  for (;;) {
    if (rest(engine)) due = crtp_now(CLOCK_MONOTONIC) + HALF_TICK_NS;
    hookswitch_sleep_until(due);
    const uint64_t begun = crtp_now(CLOCK_MONOTONIC);
    engine->wall_ahead = crtp_now(CLOCK_REALTIME) - begun;
    if (tick(engine, begun)) return;
    due += HALF_TICK_NS;
    const uint64_t now = crtp_now(CLOCK_MONOTONIC);
    if (now <= due) continue;
    /* Skips missed ticks: catching up would send a burst, which is only jitter. */
    const uint64_t missed = (now - due) / HALF_TICK_NS + 1;
    engine->late += missed;
    due += missed * HALF_TICK_NS;
  }
}

crtp_engine *crtp_engine_make(const crtp_listener *listener) {
  crtp_engine *engine = aligned_alloc(16, (sizeof *engine + 15u) & ~(size_t)15u);
  if (!engine) return NULL;
  *engine = (crtp_engine){.poll = epoll_create1(EPOLL_CLOEXEC), .wall_ahead = crtp_now(CLOCK_REALTIME)};
  if (listener) engine->listener = *listener;
  crtp_inbox_open(&engine->in);
  crtp_outbox_open(&engine->out);
  pthread_mutex_init(&engine->lock, NULL);
  pthread_cond_init(&engine->called, NULL);
  if (engine->poll >= 0) return engine;
  free(engine);
  return NULL;
}

crtp_engine *crtp_engine_start(const crtp_listener *listener) {
  crtp_engine *engine = crtp_engine_make(listener);
  if (!engine) return NULL;
  engine->has_thread = 1;
  engine->now = crtp_now(CLOCK_MONOTONIC);
  hookswitch_media_thread started;
  if (hookswitch_media_start(&started, live, engine) != 0) {
    engine->has_thread = 0;
    crtp_engine_stop(engine);
    return NULL;
  }
  engine->thread = started.thread;
  /* A real-time thread where the system allows it: beside busy programs a plain thread's packets are late. */
  engine->is_real_time = hookswitch_media_round_robin(&started, PRIORITY) == 0;
  return engine;
}

void crtp_engine_tick(crtp_engine *engine, uint64_t now_ns) { tick(engine, now_ns); }

void crtp_engine_stop(crtp_engine *engine) {
  pthread_mutex_lock(&engine->lock);
  engine->is_stopping = 1;
  pthread_cond_signal(&engine->called);
  pthread_mutex_unlock(&engine->lock);
  if (engine->has_thread) pthread_join(engine->thread, NULL);
  adopt(engine);
  for (crtp_session *session; (session = engine->sessions);) {
    engine->sessions = session->next;
    crtp_engine_drop(session);
  }
  close(engine->poll);
  pthread_cond_destroy(&engine->called);
  pthread_mutex_destroy(&engine->lock);
  free(engine);
}

uint64_t crtp_engine_late_ticks(const crtp_engine *engine) { return engine->late; }

uint32_t crtp_engine_is_real_time(const crtp_engine *engine) { return engine->is_real_time != 0; }
