extension RuleChapter {
  static let states = RuleChapter(
    "States of a call", "A report says what happened at the far end, in the order in which it can happen, and once.",
    [
      TransportRule(
        63, .must, "Complete the start before you report",
        """
        Completing `start` means that the far end is being called; it comes before any report about the call. A transport that reports
        from inside `start` calls `action_done` first, and answers HSW_PENDING.
        """,
        why: "A call that rings before its start is done is a call that the host did not request.",
        consequence: "HSW_E_STATE, counted as `outOfOrder`; the report is lost.",
        proof: .by("action.start", "action.state-order"),
        c: .code(
          wrong: """
            hsw_status start(instance *in, hsw_action a, call *it) {
              (void)a;
              in->host.report_state(in->host.ctx, (hsw_call){it->id}, now(in), HSW_CALL_CONNECTING);
              return HSW_OK;
            }
            """,
          right: """
            hsw_status start(instance *in, hsw_action a, call *it) {
              done(in, a, HSW_OK);
              in->host.report_state(in->host.ctx, (hsw_call){it->id}, now(in), HSW_CALL_CONNECTING);
              return HSW_PENDING;
            }
            """),
        swift: .note("`Host.report` completes the start if nothing else has.")),
      TransportRule(
        64, .must, "Let a start that failed fail",
        """
        A call that cannot be made fails its `start`, by an error or by `action_done` with one; HSW_OK says that the far end is
        being called.
        """,
        why: "When a failed start is completed as done, the screen shows a call that was never made, and never ends.",
        consequence: "The host waits three minutes for the call to connect, then gives it up.",
        proof: .by("action.start", "error.honest"),
        c: .code(
          wrong: """
            hsw_status start(instance *in, call *it) {
              send_invite(in, it);
              return HSW_OK; /* even if it failed */
            }
            """,
          right: """
            hsw_status start(instance *in, call *it) {
              return send_invite(in, it) ? HSW_E_NET : HSW_OK;
            }
            """),
        swift: .code(
          wrong: """
            func start(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
              if !server.isEmpty { legs[call] = network.invite(to.handle) }
              return .done
            }
            """,
          right: """
            func start(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
              guard !server.isEmpty else { throw TransportError(.network, "no server is configured", cause: .outOfOrder) }
              legs[call] = network.invite(to.handle)
              return .done
            }
            """)),
      TransportRule(
        65, .must, "Refuse a handle that cannot be called",
        "A start to a handle that is empty, malformed, or of a kind that the transport does not have gets HSW_E_INVAL.",
        why: "Sent on as it is, it becomes an error of the network, in a language that the person does not read.",
        consequence: "The start fails with the code and the sentence.",
        proof: .by("bad.strings", "action.honest"),
        c: .code(
          wrong: """
            hsw_status check(const hsw_call_info *to) { return to->handle.p ? HSW_OK : HSW_E_INVAL; }
            """,
          right: """
            hsw_status check(const hsw_call_info *to) {
              if (to->handle_kind.n != 3 || memcmp(to->handle_kind.p, "sip", 3)) return HSW_E_INVAL;
              return to->handle.n > 4 && memcmp(to->handle.p, "sip:", 4) == 0 ? HSW_OK : HSW_E_INVAL;
            }
            """),
        swift: .note("TransportKit refuses empty handles and foreign kinds; the form of a handle the transport checks itself.")),
      TransportRule(
        66, .must, "Report what the far end does",
        """
        RINGING is always reported, when the far end is alerted; ACTIVE when it has answered, not before; and for an outgoing call
        ACTIVE is a report, not the completion of `start`.
        """,
        why:
          """
          People speak when the screen says connected. One adapter said so as soon as the start was done, and every call began in
          the middle of a sentence.
          """,
        consequence: "The host believes it: the call's time begins, and other calls are held.",
        proof: .by("action.start"),
        c: .code(
          wrong: """
            void trying(instance *in, call *it) { /* 100 Trying */
              in->host.report_state(in->host.ctx, (hsw_call){it->id}, now(in), HSW_CALL_ACTIVE);
            }
            """,
          right: """
            void answered(instance *in, call *it, int status) {
              hsw_call_state s = status == 100 ? HSW_CALL_CONNECTING : status < 200 ? HSW_CALL_RINGING : HSW_CALL_ACTIVE;
              in->host.report_state(in->host.ctx, (hsw_call){it->id}, now(in), s);
            }
            """),
        swift: .code(
          wrong: """
            func trying(_ call: Call) { host.report(call, .active) }
            """,
          right: """
            func answered(_ call: Call, _ status: Int) {
              host.report(call, status == 100 ? .connecting : status < 200 ? .ringing : .active)
            }
            """)),
      TransportRule(
        67, .must, "Answer at both ends",
        "Completing `answer` means that the call is connected at both ends; until the far end knows, the action is pending.",
        why: "A person who sees that the call is up says hello to a caller who still hears it ring.",
        consequence: "The host believes it.",
        proof: .by("action.answer"),
        c: .code(
          wrong: """
            hsw_status answer(instance *in, call *it) {
              it->is_active = 1;
              return send(in->socket, "200", 3, 0) < 0 ? HSW_E_NET : HSW_OK; /* and if it gets lost? */
            }
            """,
          right: """
            hsw_status answer(instance *in, call *it, hsw_action a) {
              it->pending = a; /* completed when its ACK is here */
              return send(in->socket, "200", 3, 0) < 0 ? HSW_E_NET : HSW_PENDING;
            }
            """),
        swift: .code(
          wrong: """
            func answer(_ call: Call, action: Action) throws(TransportError) -> Outcome { .done }
            """,
          right: """
            func answer(_ call: Call, action: Action) throws(TransportError) -> Outcome {
              pending[call] = action
              return .pending
            }
            func acknowledged(_ call: Call) {
              if let action = pending.removeValue(forKey: call) { host.fulfil(action) }
            }
            """)),
      TransportRule(
        68, .must, "Never go backwards",
        """
        CONNECTING, RINGING and EARLY_MEDIA come before ACTIVE, in any order, perhaps again; ACTIVE and HELD take turns; and no report
        repeats a completion of `answer` or `set_held`. The times of a call's reports do not run backwards.
        """,
        why: "Networks answer twice and out of order: a late 180 after the 200 must not make a call that is up ring again.",
        consequence: "HSW_E_STATE, counted as `outOfOrder`, and the report is lost; a repetition changes nothing.",
        proof: .by("action.state-order"),
        c: .code(
          wrong: """
            void ringing(instance *in, call *it) {
              in->host.report_state(in->host.ctx, (hsw_call){it->id}, now(in), HSW_CALL_RINGING);
            }
            """,
          right: """
            void ringing(instance *in, call *it) {
              if (it->is_active) return; /* a late one */
              in->host.report_state(in->host.ctx, (hsw_call){it->id}, now(in), HSW_CALL_RINGING);
            }
            """),
        swift: .note("`Host.report` drops what would go backwards.")),
    ])
}
