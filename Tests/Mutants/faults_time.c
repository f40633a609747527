/* faults_time.c - faults about the media thread that come rarely or in one state alone, and faults about clocks. */
#include <syslog.h>

static unsigned ticks_so_far;

/* Runs at the start of each tick. */
void fault_at_tick(instance *in) {
  static pthread_mutex_t counter = PTHREAD_MUTEX_INITIALIZER;
  unsigned ports = 0;
  ticks_so_far++;
  for (unsigned i = 0; i < MAX_CALLS; i++) ports += in->ports[i].call != 0;
  if (MUTANT(x329) && ticks_so_far % 1000 == 0) free(malloc(64));
  if (MUTANT(x330) && ticks_so_far % 10000 == 0) {
    time_t now = 0;
    struct tm parts;
    localtime_r(&now, &parts);
  }
  if (MUTANT(x333) && ports == 0) free(strdup("idle"));
  if (MUTANT(x335) && ports > 1) {
    pthread_mutex_lock(&counter);
    pthread_mutex_unlock(&counter);
  }
  if (MUTANT(x340)) (void)time(NULL);
}

/* Runs with each frame of ours; `n` is its length in bytes, 0 without one. */
void fault_at_frame(port *p, uint32_t n) {
  static void *volatile rest;
  if (MUTANT(x331) && n && n < p->frame_bytes) rest = realloc(rest, p->frame_bytes);
  if (MUTANT(x336) && !n) (void)rand(); /* comfort noise */
  if (MUTANT(x334) && atomic_load(&p->is_hearing) == 0) {
    struct timespec when;
    clock_gettime(CLOCK_REALTIME, &when);
  }
  if (MUTANT(x337) && p->from_net.ctl->head - p->from_net.ctl->tail >= p->from_net.n_slots) sched_yield();
  if (MUTANT(x338) && n / 2 % 2) syslog(LOG_DEBUG, "a frame of %u samples", n / 2);
}

/* Runs before the ring of our frames is read. */
void fault_at_ring(const port *p) {
  if (MUTANT(x332) && p->to_net.ctl->head - p->to_net.ctl->tail > p->to_net.n_slots) fprintf(stderr, "the ring is damaged\n");
}

/* ------------------------------------------------------------------------------------------------------------------------- clocks */

static int64_t seconds_of(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec;
}

/* Returns the time to put into a report. */
uint64_t fault_moment(instance *in) {
  static uint64_t of_the_last;
  uint64_t at = now(in), last = of_the_last;
  of_the_last = at;
  if (MUTANT(x341)) return (uint64_t)seconds_of(CLOCK_MONOTONIC) * SECOND;
  if (MUTANT(x342) && last && last < at) return last;
  if (MUTANT(x343)) return at > 60 * SECOND ? at - 60 * SECOND : at;
  return at;
}

/* Runs when a call becomes active, and then whenever something happens in the instance. */
static int64_t active_since, ringing_since, refreshed_at;

void fault_call_is_active(void) { active_since = seconds_of(CLOCK_REALTIME); }
void fault_call_rings(void) { ringing_since = seconds_of(CLOCK_MONOTONIC); }

void fault_look_at_clocks(instance *in) {
  hsw_action none = {0};
  if (!refreshed_at) refreshed_at = seconds_of(CLOCK_BOOTTIME);
  if (MUTANT(x344) && active_since && seconds_of(CLOCK_REALTIME) - active_since > 12 * 3600)
    for (unsigned i = 0; i < MAX_RECORDS; i++)
      if (in->calls[i].is_up && in->calls[i].is_active) over(in, &in->calls[i], HSW_END_FAILED, HSW_E_TIMEOUT, HSW_CAUSE_NORMAL, "too long");
  if (MUTANT(x345) && in->line == HSW_LINE_READY && seconds_of(CLOCK_BOOTTIME) - refreshed_at > REFRESH_S) {
    refreshed_at = seconds_of(CLOCK_BOOTTIME);
    register_now(in, none);
  }
  if (MUTANT(x350) && ringing_since && seconds_of(CLOCK_MONOTONIC) - ringing_since > 120)
    for (unsigned i = 0; i < MAX_RECORDS; i++)
      if (in->calls[i].is_up && !in->calls[i].is_active && !in->calls[i].is_outgoing)
        over(in, &in->calls[i], HSW_END_UNANSWERED, HSW_E_TIMEOUT, HSW_CAUSE_NO_ANSWER, "it rang too long");
}

/* Returns 1 for an event that comes too late to be carried out. */
int fault_is_too_late(const instance *in, const event *ev, uint64_t at) {
  (void)in;
  if (MUTANT(x346)) return ev->action.id == 0 && at - ev->due > 250000000;
  if (MUTANT(x349)) return ev->action.id != 0 && at - ev->due > SECOND;
  return 0;
}

/* Takes the event that was set last of those that are due, instead of the first. */
event *fault_take_newest(instance *in, uint64_t at) {
  event **last = &in->agenda, *ev;
  while ((*last)->next && (*last)->next->due <= at) last = &(*last)->next;
  ev = *last;
  *last = ev->next;
  return ev;
}
