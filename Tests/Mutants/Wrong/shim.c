/* Wrong/shim.c - the reference plugin as the frame of the examples sees it: a shadow of each instance, and the network.
 *
 * The adapters (Wrong/calls.c and its neighbours) put one example into the plugin's functions. ADAPTER_TABLE replaces functions of an
 * extension, ADAPTER_MADE those of an instance or of the host as the instance sees it, ADAPTER_ENTRY those of the entry. */

typedef struct shadow {
  frame_instance frame; /* first, so that the frame's functions find the rest */
  instance *ref;
  hsw_host host; /* the true one: in->host may have functions of an adapter */
  frame_call calls[MAX_RECORDS];
} shadow;

static shadow *shadows[1024];

static call *ref_call(frame_instance *fi, const frame_call *it) { return it ? find(((shadow *)fi)->ref, it->id) : NULL; }
static instance *ref_of(frame_instance *fi) { return ((shadow *)fi)->ref; }

/* Returns the instance whose host has that context. */
static instance *ref_of_host(void *host_ctx) {
  for (size_t i = 0; i < sizeof shadows / sizeof *shadows; i++)
    if (shadows[i] && shadows[i]->host.ctx == host_ctx) return shadows[i]->ref;
  return NULL;
}

/* Returns the true host of that context, for adapters that replace one of its functions. */
static const hsw_host *true_host(void *host_ctx) { return &((shadow *)ref_of_host(host_ctx)->faults.shadow)->host; }

static frame_call *call_in(shadow *s, unsigned index) {
  const call *it = &s->ref->calls[index];
  frame_call *to = &s->calls[index];
  to->id = it->id;
  to->is_active = it->is_active;
  to->is_held = it->is_held;
  to->is_ended = !it->is_up;
  return to;
}

/* Returns the instance as an example sees it: its calls are the ones that are up, the newest first. */
static frame_instance *frame_of(instance *in) {
  shadow *s = in->faults.shadow;
  s->frame.loop = in->loop;
  s->frame.log = in->log;
  s->frame.secrets = in->secrets;
  s->frame.timer = in->timer;
  s->frame.max_calls = in->settings.max_calls;
  s->frame.n_calls = calls_up(in);
  s->frame.is_active = in->phase == ACTIVE;
  s->frame.calls = NULL;
  for (unsigned i = 0; i < MAX_RECORDS; i++) {
    unsigned index = (in->next_record + i) % MAX_RECORDS;
    if (!in->calls[index].is_up) continue;
    call_in(s, index)->next = s->frame.calls;
    s->frame.calls = &s->calls[index];
  }
  return &s->frame;
}

/* Returns the call as an example sees it, up or over; NULL if there is none. */
static frame_call *frame_call_of(instance *in, uint64_t id) {
  call *it = find(in, id);
  frame_of(in);
  return it ? call_in(in->faults.shadow, (unsigned)(it - in->calls)) : NULL;
}

static frame_call *frame_call_up(instance *in, hsw_call c) {
  return (in->phase == ACTIVE || in->phase == DRAINING) && find_up(in, c) ? frame_call_of(in, c.id) : NULL;
}

/* ------------------------------------------------------------------------------------------------------ the frame's own functions */

frame_call *frame_find(frame_instance *fi, hsw_call c) { return frame_call_up(ref_of(fi), c); }

static frame_call *(*adapter_add)(frame_instance *fi, hsw_call c, hsw_str handle);

frame_call *frame_add(frame_instance *fi, hsw_call c, hsw_str handle) {
  static frame_call any;
  any.id = c.id;
  return adapter_add ? adapter_add(fi, c, handle) : &any;
}

/* Forgets the call here alone, with what is pending; nothing is reported, and the far end does not know. */
void frame_forget(frame_instance *fi, frame_call *it) {
  instance *in = ref_of(fi);
  call *gone = ref_call(fi, it);
  event **at = &in->agenda;
  if (!gone) return;
  leave_group(in, gone);
  gone->is_up = gone->is_active = 0;
  audio_follow(in, gone);
  while (*at)
    if ((*at)->call == gone->id) agenda_cut(in, at);
    else at = &(*at)->next;
  frame_of(in);
}

uint64_t frame_now(frame_instance *fi) { return now(ref_of(fi)); }
hsw_str frame_str(const char *text) { return str(text); }

hsw_status frame_done(frame_instance *fi, hsw_action a, hsw_status code) {
  hsw_error e = make_error(code, HSW_CAUSE_UNKNOWN, "the network refuses it");
  return fi->host.action_done(fi->host.ctx, a, frame_now(fi), code < 0 ? &e : NULL);
}

hsw_status frame_ended(frame_instance *fi, frame_call *it, hsw_end_reason reason) {
  return fi->host.report_ended(fi->host.ctx, (hsw_call){it->id}, frame_now(fi), reason, NULL);
}

void frame_lock(frame_instance *fi) { (void)fi, pthread_mutex_lock(&lock); }
void frame_unlock(frame_instance *fi) { (void)fi, pthread_mutex_unlock(&lock); }

/* ------------------------------------------------------------------------------------------------------------------ the network */

static struct network {
  unsigned byes, invites, sent;
  uint32_t why;       /* of the last bye */
  uint64_t last_bye;  /* its call */
} network;

int frame_send_invite(frame_instance *fi, frame_call *it) {
  (void)fi, (void)it;
  network.invites++;
  return 0;
}

int frame_send_bye(frame_instance *fi, frame_call *it, uint32_t why) {
  (void)fi;
  network.byes++;
  network.why = why;
  network.last_bye = it->id;
  return 0;
}

/* The far end learns of a hold a second later: the network is slow, and nothing waits for it. */
static void silent_hold_arrives(instance *in, event *ev) {
  call *it = its_call(in, ev);
  if (it) it->is_held = (int)ev->number;
}

int frame_send_hold(frame_instance *fi, frame_call *it, uint32_t on) {
  event *ev = agenda_add(ref_of(fi), SECOND, silent_hold_arrives);
  if (!ev) return -1;
  ev->call = it->id;
  ev->number = on;
  return 0;
}

int frame_send_digit(frame_instance *fi, frame_call *it, char digit) {
  call *to = ref_call(fi, it);
  hsw_str one = {&digit, 1};
  return to && is_dtmf(one) && append_text(&to->digits, one) ? 0 : -1;
}

static void (*adapter_sent)(void);

ssize_t network_send(int fd, const void *bytes, size_t count, int flags) {
  (void)fd, (void)bytes, (void)flags;
  network.sent++;
  if (adapter_sent) adapter_sent();
  return (ssize_t)count;
}

/* A connection to a dead address: it gives up after a while, and the network is reached by another way. */
int network_connect(int fd, const struct sockaddr *to, socklen_t length) {
  (void)fd, (void)to, (void)length;
  sleep_ms(2500);
  return 0;
}

/* A name server that takes its time. */
int network_system(const char *command) {
  (void)command;
  sleep_ms(300);
  return 0;
}

/* -------------------------------------------------------------------------------------------------------------------- adapters */

/* Defines adapter_table, which replaces one function of an extension's table. */
#define ADAPTER_TABLE(extension, type, original, field, function) \
  static const void *adapter_table(const char *id, const void *table) { \
    static type changed; \
    if (strcmp(id, extension)) return table; \
    if (!changed.size) { \
      changed = original; \
      changed.field = function; \
    } \
    return &changed; \
  }
