extension RuleChapter {
  static let resets = RuleChapter(
    "Resets", "One side says that all calls are gone; the other one believes it at once.",
    [
      TransportRule(
        83, .must, "Forget without a word",
        """
        After `reset` nothing is said about any call or action from before: the host has forgotten them already. On the wire, the
        calls are ended.
        """,
        why: "The host resets because it is lost. Fifty ends and cancellations for calls it does not know make it no wiser.",
        consequence: "Each such word gets HSW_E_NOCALL or HSW_E_STALE and is counted as `stale`.",
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
        "After `reset` the next call works, activated stays as it was, and a hundred resets leave no more than one.",
        why: "A slot lost with each reset is a transport that is out of slots after the hundredth, in the one program that never restarts.",
        consequence: "What piles up is the transport's.",
        proof: .by("reset.mid-call", "reset.storm"),
        c: .code(
          wrong: """
            void reset(void *ctx) {
              instance *in = ctx;
              in->calls = NULL; /* n_calls still counts them, and nobody frees them */
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
        85, .must, "Lose all calls in one word",
        "A transport that loses all its calls at once says `report_reset`, and nothing about them one by one.",
        why: "A network that went away took them all in the same moment; a hundred ends in a row look like a hundred people who hung up.",
        consequence: "A word about a call from before gets HSW_E_NOCALL and is counted as `stale`.",
        proof: .notTestable("When a network loses all its calls only the transport knows."),
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
