extension RuleChapter {
  static let time = RuleChapter(
    "Time", "The host owns the clock: it goes on through suspend, and in a test an hour takes no time at all.",
    [
      TransportRule(
        118, .must, "Live by the host's clock",
        """
        Reported times, `mono_ns`, are on the clock of host-loop, and so are a transport's timers; a transport whose stack has its own
        timers declares `"clock": "own"` in its manifest.
        """,
        why: "Two clocks drift apart in suspend. The moment of an answer on the wrong one is an answer before the call.",
        consequence: "The host decides by its own clock; reported times stay as they were reported.",
        proof: .by("action.state-order", "time.dead-peer"),
        c: .code(
          wrong: """
            #include <time.h>
            uint64_t moment(void) { return (uint64_t)time(NULL) * 1000000000u; }
            """,
          right: """
            uint64_t moment(instance *in) { return in->loop.now_ns(in->host.ctx); }
            """),
        swift: .note("`Host.now`, `after` and `every` are on the host's clock, and the kit stamps what is reported.")),
      TransportRule(
        119, .must, "Wake up once after a long sleep",
        "After a jump of hours a transport makes up for nothing: no loop over missed periods, and one registration, not many.",
        why: "A laptop that is opened must not spend its first minute on eight hours of keep-alives.",
        consequence:
          "A callback that does not return within 2 s loses the instance. The host's periodic timers fire once for all that was missed.",
        proof: .by("time.clock-jump"),
        c: .code(
          wrong: """
            uint64_t next_due(instance *in, uint64_t next, uint64_t period) {
              while (next < now(in)) { send(in->socket, "OPTIONS", 7, 0); next += period; }
              return next;
            }
            """,
          right: """
            uint64_t next_due(instance *in, uint64_t period) {
              send(in->socket, "OPTIONS", 7, 0);
              return now(in) + period;
            }
            """),
        swift: .note("`Host.every` runs once for what was missed.")),
      TransportRule(
        120, .should, "Rest when there is nothing to do",
        "An idle instance wakes up fewer than twenty times a minute, and uses no processor time in between.",
        why: "Each wake-up costs battery, even on a phone that lies on a table.",
        consequence: "The kit warns.",
        proof: .by("time.idle-quiet"),
        c: .code(
          wrong: """
            void poll_network(void *arg, hsw_timer t);
            hsw_status begin(instance *in) { return in->loop.add_timer(in->host.ctx, 0, 1000000, poll_network, in, &in->timer); }
            """,
          right: """
            void readable(void *arg, int fd, uint32_t ev);
            hsw_status begin(instance *in) { return in->loop.add_fd(in->host.ctx, in->socket, HSW_FD_READ, readable, in); }
            """),
        swift: .code(
          wrong: """
            func begin() { host.every(.milliseconds(1)) { [network] in _ = network.receive() } }
            """,
          right: """
            func begin(_ socket: Int32) -> Bool { host.watch(socket, .read) { [network] _ in _ = network.receive() } }
            """)),
      TransportRule(
        121, .must, "Forget a timer that fired",
        """
        A timer without a period is removed when it fires: its handle is not used again. Removing it again gets HSW_E_STALE and does no
        harm.
        """,
        why: "A handle that is kept looks like a running timer, and the next timer is never set.",
        consequence: "HSW_E_STALE.",
        proof: .by("leak.timers"),
        c: .code(
          wrong: """
            void fired(void *arg, hsw_timer t) {
              instance *in = arg;
              (void)t;
              send(in->socket, "OPTIONS", 7, 0); /* in->timer still looks as if it ran */
            }
            """,
          right: """
            void fired(void *arg, hsw_timer t) {
              instance *in = arg;
              if (in->timer.id == t.id) in->timer.id = 0;
              send(in->socket, "OPTIONS", 7, 0);
            }
            """),
        swift: .note("`Host.cancel` is harmless for a timer that has fired.")),
    ])
}
