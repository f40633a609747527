/* An engine: one thread for the sessions of all calls. */
#ifndef CRTP_ENGINE_H
#define CRTP_ENGINE_H

#include "Packets/inbox.h"
#include "Packets/outbox.h"
#include "crtpmedia.h"

#include <pthread.h>

struct crtp_engine {
  pthread_t thread;
  pthread_mutex_t lock;      /* guards `arriving`, `opened` and `is_stopping` */
  pthread_cond_t called;     /* signals a change of these to the thread, which may be asleep */
  crtp_session *arriving, *sessions;
  uint32_t opened;
  int is_stopping, has_thread, is_real_time;
  int poll;
  _Atomic uint64_t late, now; /* CLOCK_MONOTONIC at the tick, or a test's time */
  _Atomic uint64_t wall_ahead; /* CLOCK_REALTIME minus `now` */
  uint32_t ticks;
  crtp_listener listener;
  inbox in;
  outbox out;
};

/* Frees a session that the engine does not know, or no longer knows. */
void crtp_engine_drop(crtp_session *);

#endif
