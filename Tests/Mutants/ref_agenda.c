/* ref_agenda.c - the future events, in order of time, on one timer of the host. */

uint64_t network_delay(const instance *in) { return in->settings.delay_ms * 1000000ull; }

static void insert(instance *in, event *ev) {
  event **at = &in->agenda;
  while (*at && (*at)->due <= ev->due) at = &(*at)->next; /* after events due at the same time */
  ev->next = *at;
  *at = ev;
}

static void free_event(event *ev) {
  drop_text(&ev->text);
  free(ev);
}

static void stop_timer(instance *in) {
  if (in->timer.id && in->loop.del_timer) in->loop.del_timer(in->host.ctx, in->timer);
  in->timer.id = 0;
}

static void on_timer(void *arg, hsw_timer t) {
  instance *in = arg;
  (void)t;
  fault_lock();
  fault_at(AT_TIMER, in);
  in->timer.id = 0;
  if (MUTANT(x344) || MUTANT(x345) || MUTANT(x350)) fault_look_at_clocks(in);
  in->is_at_work = 1; /* so that the timer is set only once, below */
  while (in->agenda && in->agenda->due <= now(in)) {
    event *ev = in->agenda;
    if (MUTANT(x347)) ev = fault_take_newest(in, now(in));
    else in->agenda = ev->next;
    if (fault_is_too_late(in, ev, now(in))) {
      free_event(ev);
      continue;
    }
    if (MUTANT(m75) && ev->action.id && ev->call && !find(in, ev->call)) say_done(in, ev->action, NULL);
    else ev->then(in, ev);
    free_event(ev);
  }
  in->is_at_work = 0;
  agenda_arm(in);
}

/* Sets the timer to the first event. */
void agenda_arm(instance *in) {
  uint64_t due = in->agenda ? in->agenda->due : NEVER, at = now(in);
  if (in->is_at_work || (in->is_still && !MUTANT(m82)) || (in->timer.id && in->timer_due == due)) return;
  stop_timer(in);
  in->timer_due = due;
  if (due == NEVER || !in->loop.add_timer) return;
  if (in->loop.add_timer(in->host.ctx, due > at ? due - at : 0, 0, on_timer, in, &in->timer) != HSW_OK) in->timer.id = 0;
}

/* Returns NULL without memory, or when the host gives no timer. */
event *agenda_add(instance *in, uint64_t after_ns, void (*then)(instance *, event *)) {
  event *ev = calloc(1, sizeof *ev), **at = &in->agenda;
  if (!ev) return NULL;
  ev->due = after_ns == NEVER ? NEVER : now(in) + after_ns;
  ev->then = then;
  insert(in, ev);
  agenda_arm(in);
  if (in->timer.id || in->is_at_work || in->is_still || ev->due == NEVER) return ev;
  while (*at != ev) at = &(*at)->next;
  agenda_cut(in, at);
  return NULL;
}

/* Lets an action arrive at the far end a network delay from now; never, if the far end has vanished. Returns the result for the
 * plugin function to return. */
hsw_status arrives(instance *in, hsw_action a, const call *it, void (*then)(instance *, event *), uint32_t number) {
  int is_lost = it && it->has_vanished && then != end_arrives;
  event *ev = agenda_add(in, is_lost ? NEVER : network_delay(in), then);
  if (!ev) return HSW_E_FAIL;
  ev->action = a;
  ev->call = it ? it->id : 0;
  ev->number = number;
  return HSW_PENDING;
}

void agenda_cut(instance *in, event **at) {
  event *ev = *at;
  *at = ev->next;
  free_event(ev);
  agenda_arm(in);
}

void agenda_clear(instance *in) {
  stop_timer(in);
  while (in->agenda) {
    event *ev = in->agenda;
    in->agenda = ev->next;
    free_event(ev);
  }
}
