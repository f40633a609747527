/* ref_line.c - the registration: a listening socket, a password if there is one, and a periodic refresh. */

static void on_readable(void *arg, int fd, uint32_t events) {
  instance *in = arg;
  char dropped[256]; /* reads and drops all input */
  (void)events;
  if (in->is_still && !MUTANT(x36)) return;
  while (recv(fd, dropped, sizeof dropped, MSG_DONTWAIT) > 0) {
  }
}

/* Watches the listener for these events from now on. */
void listen_again(instance *in, uint32_t events) {
  if (in->listener >= 0 && in->loop.mod_fd) in->loop.mod_fd(in->host.ctx, in->listener, events);
}

static void close_listener(instance *in) {
  if (in->listener < 0) return;
  if (in->loop.del_fd && (in->handing != TOOK || in->phase == ACTIVE)) in->loop.del_fd(in->host.ctx, in->listener);
  close(in->listener);
  in->listener = -1;
}

static hsw_status open_listener(instance *in, hsw_why *why) {
  struct sockaddr_un any_name = {.sun_family = AF_UNIX};
  int kind = SOCK_DGRAM | SOCK_NONBLOCK | (MUTANT(m09) ? 0 : SOCK_CLOEXEC);
  in->listener = socket(AF_UNIX, kind, 0);
  if (in->listener < 0) return fail(why, HSW_E_NET, "cannot open a listening socket");
  bind(in->listener, (const struct sockaddr *)&any_name, sizeof any_name.sun_family);
  if (!in->loop.add_fd || in->loop.add_fd(in->host.ctx, in->listener, HSW_FD_READ, on_readable, in) != HSW_OK) {
    if (!MUTANT(x246)) close(in->listener);
    in->listener = -1;
    return fail(why, HSW_E_FAIL, "the host does not watch our socket");
  }
  return HSW_OK;
}

static void refresh(instance *in, event *ev);

static void expire_later(instance *in) {
  event **at = &in->agenda;
  while (*at)
    if ((*at)->then == refresh) agenda_cut(in, at);
    else at = &(*at)->next;
  agenda_add(in, REFRESH_S * SECOND, refresh);
}

void line_arrives(instance *in, event *ev) {
  if (ev->action.id) say_done(in, ev->action, NULL);
  if (!ev->number) {
    if (!MUTANT(x05)) say_line(in, HSW_LINE_DOWN, HSW_E_STATE, "unregistered, as was asked");
    return;
  }
  say_line(in, HSW_LINE_READY, HSW_OK, "");
  if (MUTANT(x252)) say_line(in, HSW_LINE_READY, HSW_OK, "");
  expire_later(in);
}

static void register_now(instance *in, hsw_action a) {
  if (MUTANT(x302)) fault_touch();
  say_line(in, HSW_LINE_TRYING, HSW_OK, "");
  if (arrives(in, a, NULL, line_arrives, 1) == HSW_PENDING) return;
  if (a.id) say_failed(in, a, HSW_E_FAIL, HSW_CAUSE_UNKNOWN, "the host gives no timer");
  say_line(in, HSW_LINE_DOWN, HSW_E_FAIL, "the host gives no timer");
}

/* Refreshes in time without a report. A late refresh means that the machine was suspended and the network forgot us: register anew.
 * */
static void refresh(instance *in, event *ev) {
  hsw_action none = {0};
  uint64_t late = now(in) - ev->due;
  if (in->line != HSW_LINE_READY) return;
  if (late < REFRESH_S * SECOND) {
    expire_later(in);
    return;
  }
  if (MUTANT(m38)) /* waits out the missed time in a busy loop */
    for (uint64_t next = now(in) + REFRESH_S * SECOND; now(in) < next;) {
    }
  register_now(in, none);
}

static void on_secret(void *arg, hsw_status status, hsw_str value) {
  instance *in = arg;
  hsw_action none = {0};
  fault_lock();
  if (in->secrets_awaited) in->secrets_awaited--;
  if (MUTANT(x302)) fault_keep(value);
  if (in->secrets_awaited || in->phase != ACTIVE) return;
  if (status != HSW_OK || !value.n) {
    say_line(in, HSW_LINE_DOWN, HSW_E_AUTH, "the host does not give the password that the configuration names");
    return;
  }
  fault_at_secret(in, value);
  if (MUTANT(m49)) {
    char line[256];
    snprintf(line, sizeof line, "registering with %.*s", (int)value.n, value.p);
    say_log(in, HSW_LOG_DEBUG, line);
  }
  register_now(in, none);
}

static void ask_for_password(instance *in) {
  in->secrets_awaited++;
  if (in->secrets.get && in->secrets.get(in->host.ctx, str(in->settings.password), on_secret, in) >= 0) return;
  in->secrets_awaited--;
  say_line(in, HSW_LINE_DOWN, HSW_E_AUTH, "the host keeps no secrets, and the configuration names one");
}

static void on_poll(instance *in, event *ev) {
  (void)ev;
  agenda_add(in, 1000000, on_poll);
}

/* For activate. Without a password the line is up at once. */
hsw_status line_up(instance *in, hsw_why *why) {
  hsw_status no = open_listener(in, why);
  if (no) return no;
  say_limits(in);
  if (MUTANT(m39)) agenda_add(in, 1000000, on_poll);
  if (in->settings.password[0]) {
    say_line(in, HSW_LINE_TRYING, HSW_OK, "");
    ask_for_password(in);
    return HSW_OK;
  }
  say_line(in, HSW_LINE_READY, HSW_OK, "");
  expire_later(in);
  return HSW_OK;
}

/* For deactivate: drops the line's pending events. */
void line_down(instance *in) {
  event **at = &in->agenda;
  if (!MUTANT(m62)) close_listener(in);
  while (*at) {
    hsw_action a = (*at)->action;
    if ((*at)->call) {
      at = &(*at)->next;
      continue;
    }
    agenda_cut(in, at);
    if (a.id) say_failed(in, a, HSW_E_CANCELLED, HSW_CAUSE_UNKNOWN, "the line is going down");
  }
}

static hsw_status line_set_registered(void *ctx, hsw_action a, uint32_t on, uint32_t deadline_ms) {
  instance *in = ctx;
  (void)deadline_ms;
  fault_lock();
  if (in->phase != ACTIVE) return HSW_E_STATE;
  if (on > 1) return HSW_E_RANGE;
  if (!on) return arrives(in, a, NULL, line_arrives, 0);
  register_now(in, a);
  return HSW_PENDING;
}

const hsw_line line_table = {.size = sizeof(hsw_line), .set_registered = line_set_registered};
