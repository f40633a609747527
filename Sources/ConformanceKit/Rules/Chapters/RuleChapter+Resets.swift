extension RuleChapter {
  static let resets = RuleChapter(
    "Resets", "One side says that all calls are gone; the other one believes it at once.",
    [
      TransportRule(
        83, .must, "Forget without a report",
        """
        After `reset` nothing is reported about any earlier call or action: the host has forgotten them already. On the wire, the calls
        are ended.
        """,
        why: "The host resets because its state is lost. Fifty ends and cancellations for calls that it does not know do not help it.",
        consequence: "Each such report gets HSW_E_NOCALL or HSW_E_STALE and is counted as `stale`.",
        proof: .by("reset.mid-call", "reset.pending"),
        c: .code(
          wrong: """
            void reset(void *ctx) {
              instance *in = ctx;
              while (in->calls) {
                ended(in, in->calls, HSW_END_FAILED);
                forget(in, in->calls);
              }
            }
            """,
          right: """
            void reset(void *ctx) {
              instance *in = ctx;
              while (in->calls) {
                send_bye(in, in->calls, HSW_WHY_HANGUP);
                forget(in, in->calls);
              }
            }
            """),
        swift: .code(
          wrong: """
            func reset() {
              for call in legs.keys { host.ended(call, .failed) }
            }
            """,
          right: """
            func reset() {
              for leg in legs.values { network.bye(leg, .outOfOrder) }
              legs = [:]
              pending = [:]
            }
            """)),
      TransportRule(
        84, .must, "Be as good as new after a reset",
        "After `reset` the next call works, an active instance stays active, and a hundred resets leave no more than one.",
        why: "A slot lost with each reset is a transport that is out of slots after the hundredth, in the one program that never restarts.",
        consequence: "The transport runs out of what it leaks.",
        proof: .by("reset.mid-call", "reset.storm"),
        c: .code(
          wrong: """
            void reset(void *ctx) {
              instance *in = ctx;
              in->calls = NULL; /* n_calls still counts them, and they are never freed */
              in->is_active = 0;
            }
            """,
          right: """
            void reset(void *ctx) {
              instance *in = ctx;
              while (in->calls) forget(in, in->calls);
            }
            """),
        swift: .note("TransportKit clears its own books; `reset()` clears the transport's.")),
      TransportRule(
        85, .must, "Report the loss of all calls once",
        "A transport that loses all its calls at once calls `report_reset`, and reports nothing about them one by one.",
        why: "A network that went away took them all in the same moment; a hundred ends in a row look like a hundred people who hung up.",
        consequence: "A report about an earlier call gets HSW_E_NOCALL and is counted as `stale`.",
        proof: .notTestable("Only the transport knows when its network loses all calls."),
        c: .code(
          wrong: """
            void lost(instance *in) {
              in->host.report_reset(in->host.ctx, NULL);
              for (call *it = in->calls; it; it = it->next) ended(in, it, HSW_END_FAILED);
            }
            """,
          right: """
            void lost(instance *in) {
              while (in->calls) forget(in, in->calls);
              in->host.report_reset(in->host.ctx, NULL);
            }
            """),
        swift: .code(
          wrong: """
            func lost() {
              for call in legs.keys { host.ended(call, .failed) }
            }
            """,
          right: """
            func lost() {
              legs = [:]
              host.resetAll(TransportError(.network, "the server forgot us", domain: "sip"))
            }
            """)),
    ])
}
