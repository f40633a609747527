extension RuleChapter {
  static let leaving = RuleChapter(
    "Leaving", "How an instance stops: first no new calls, then none at all, then nothing.",
    [
      TransportRule(
        50, .must, "Drain when deactivated",
        """
        From `deactivate` on a start gets HSW_E_STATE and nothing incoming is reported; calls still up after `drain_ms` are ended by the
        transport, at once for 0, never for ~0.
        """,
        why: "An operator who updates a machine wants calls to end by themselves, and one that never ends not to hold up the update.",
        consequence: "The host destroys the instance 2 s after its drain time, calls or not; after ~0 it waits.",
        proof: .by("life.deactivate-drain"),
        c: .code(
          wrong: """
            hsw_status deactivate(void *ctx, uint32_t drain_ms) {
              instance *in = ctx;
              (void)drain_ms; /* whatever is up stays up, for ever */
              return in->n_calls ? HSW_PENDING : HSW_OK;
            }
            """,
          right: """
            void end_all(void *ctx, hsw_timer t);
            hsw_status deactivate(void *ctx, uint32_t drain_ms) {
              instance *in = ctx;
              in->is_active = 0;
              in->is_draining = 1;
              if (drain_ms == 0) end_all(in, in->timer);
              if (in->n_calls == 0) return HSW_OK;
              if (drain_ms == ~0u) return HSW_PENDING;
              return in->loop.add_timer(in->host.ctx, drain_ms * 1000000ull, 0, end_all, in, &in->timer) ? HSW_E_FAIL : HSW_PENDING;
            }
            """),
        swift: .note("TransportKit drains: it ends what is left through `end`, and calls `deactivate()` when no call is up any more.")),
      TransportRule(
        51, .must, "Report the deactivation once",
        """
        A `deactivate` that answered HSW_PENDING is followed by exactly one `deactivated`, when the last call is over; one that
        answered HSW_OK by none.
        """,
        why: "It is what the host waits for before it takes the instance away, or the machine down.",
        consequence: "Missing, the host waits for the drain time and 2 s more; out of order, it gets HSW_E_STATE and is counted.",
        proof: .by("life.deactivate-drain"),
        c: .code(
          wrong: """
            void is_over(instance *in, call *it) {
              ended(in, it, HSW_END_REMOTE);
              forget(in, it);
            }
            """,
          right: """
            void is_over(instance *in, call *it) {
              ended(in, it, HSW_END_REMOTE);
              forget(in, it);
              if (!in->is_draining || in->n_calls > 0) return;
              in->is_draining = 0;
              in->host.deactivated(in->host.ctx);
            }
            """),
        swift: .note("TransportKit reports it.")),
      TransportRule(
        52, .must, "Complete what is pending when switched off",
        "Before a `deactivate` is done every pending action is completed, with HSW_E_CANCELLED if no other code fits better.",
        why: "A person may wait for each of them: a button stays grey until the program is restarted.",
        consequence:
          "The host gets no completion until the instance is gone, or the deadline comes; the person waits for as long.",
        proof: .by("reent.destroy-pending"),
        c: .code(
          wrong: """
            void rest(instance *in) { in->is_active = 0; }
            """,
          right: """
            void rest(instance *in) {
              for (call *it = in->calls; it; it = it->next)
                if (it->pending.id) done(in, it->pending, HSW_E_CANCELLED);
              in->is_active = 0;
            }
            """),
        swift: .note("TransportKit completes them.")),
      TransportRule(
        53, .must, "Be gone after destroy",
        """
        When `destroy` has returned there is no callback, thread, timer or file descriptor of the instance, and neither side uses the
        other's tables again. With actions pending, it goes silently.
        """,
        why: "A timer that fires into an instance that was freed is a crash half a minute later, in a program that has moved on.",
        consequence: """
          Timers and descriptors left behind are taken away and counted as `leftBehind`; a report after destroy gets HSW_E_STATE, since
          the host's tables stay; a thread that is left goes on by itself.
          """,
        proof: .by("life.silent-after-destroy", "reent.destroy-pending"),
        c: .code(
          wrong: """
            void destroy(void *ctx) { free(ctx); } /* the timer has its address */
            """,
          right: """
            void destroy(void *ctx) {
              instance *in = ctx;
              if (in->timer.id) in->loop.del_timer(in->host.ctx, in->timer);
              if (in->socket >= 0) {
                in->loop.del_fd(in->host.ctx, in->socket);
                close(in->socket);
              }
              free(in);
            }
            """),
        swift: .note("TransportKit cancels timers and watches; close descriptors and join threads in `close()`.")),
      TransportRule(
        54, .should, "Request a restart rather than limp",
        "An instance that cannot go on says so by `request_restart`, with a sentence.",
        why: "A stack that has lost its socket and says nothing is a phone that never rings, on a screen that shows it ready.",
        consequence: "The host resets and destroys the instance, ends its calls as failed, and makes another one after a pause.",
        proof: .notTestable("Only the transport's network knows when an instance cannot go on."),
        c: .code(
          wrong: """
            void readable(instance *in) {
              char packet[1500];
              if (recv(in->socket, packet, sizeof packet, 0) < 0 && errno != EAGAIN) close(in->socket);
            }
            """,
          right: """
            void readable(instance *in) {
              char packet[1500];
              if (recv(in->socket, packet, sizeof packet, 0) < 0 && errno != EAGAIN)
                in->host.request_restart(in->host.ctx, str("the socket broke"));
            }
            """),
        swift: .code(
          wrong: """
            func socketBroke() { legs = [:] }
            """,
          right: """
            func socketBroke() { host.requestRestart("the socket broke") }
            """)),
    ])
}
