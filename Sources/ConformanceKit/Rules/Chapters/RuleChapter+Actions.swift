extension RuleChapter {
  static let actions = RuleChapter(
    "Actions", "Each request of the host carries an action, and each action gets one completion: done, or an error.",
    [
      TransportRule(
        69, .must, "Complete each action once",
        "HSW_OK and errors are the completion itself, and nothing follows; HSW_PENDING is followed by exactly one `action_done`.",
        why: "A second completion hits whatever comes next: a hang-up that is completed twice completes the next one before it was sent.",
        consequence: "The first completion wins; a second gets HSW_E_STALE and is counted as `double`. Without any, the deadline decides.",
        proof: .by("action.exactly-once"),
        c: .code(
          wrong: """
            hsw_status end(instance *in, hsw_action a, call *it, hsw_end_why why) {
              send_bye(in, it, why);
              done(in, a, HSW_OK);
              return HSW_OK; /* twice */
            }
            """,
          right: """
            hsw_status end(instance *in, hsw_action a, call *it, hsw_end_why why) {
              it->pending = a; /* completed once, when the far end has said 200 */
              return send_bye(in, it, why) ? HSW_E_NET : HSW_PENDING;
            }
            """),
        swift: .note("TransportKit tracks actions: the first of `.done`, an error, `fulfil` and `fail` wins, and it drops the others.")),
      TransportRule(
        70, .must, "After action_done, answer pending",
        "A function that calls `action_done` for its own action before it returns, returns HSW_PENDING.",
        why: "The status is a completion too. With HSW_OK after `action_done` the same action has had two.",
        consequence: "Counted as `double`; the first completion stands.",
        proof: .by("action.exactly-once"),
        c: .code(
          wrong: """
            hsw_status play(instance *in, hsw_action a) { return done(in, a, HSW_OK); }
            """,
          right: """
            hsw_status play(instance *in, hsw_action a) {
              done(in, a, HSW_OK);
              return HSW_PENDING;
            }
            """),
        swift: .note("TransportKit answers pending by itself after `fulfil` or `fail`.")),
      TransportRule(
        71, .must, "Say done when it is done",
        "HSW_OK, or `action_done` without an error, means that the effect is there and, where the header says so, that the far end knows.",
        why: "An adapter said done when it had sent the request: the far end refused the hold, and listened on.",
        consequence: "The host believes it.",
        proof: .by("action.end", "hold.roundtrip", "action.honest"),
        c: .code(
          wrong: """
            hsw_status set_held(instance *in, call *it, uint32_t on) {
              send_hold(in, it, on);
              return HSW_OK;
            }
            """,
          right: """
            hsw_status set_held(instance *in, call *it, uint32_t on, hsw_action a) {
              if (send_hold(in, it, on)) return HSW_E_NET;
              it->pending = a;
              return HSW_PENDING;
            }
            void hold_answered(instance *in, call *it, int status) {
              done(in, it->pending, status == 200 ? HSW_OK : HSW_E_FAIL);
            }
            """),
        swift: .code(
          wrong: """
            func setHeld(_ call: Call, _ held: Bool, action: Action) throws(TransportError) -> Outcome {
              network.hold(legs[call], held)
              return .done
            }
            """,
          right: """
            func setHeld(_ call: Call, _ held: Bool, action: Action) throws(TransportError) -> Outcome {
              network.hold(legs[call], held)
              pending[call] = action
              return .pending
            }
            func holdAnswered(_ call: Call, _ status: Int) {
              guard let action = pending.removeValue(forKey: call) else { return }
              if status == 200 { host.fulfil(action) } else { host.fail(action, TransportError(.failed, "hold was refused")) }
            }
            """)),
      TransportRule(
        72, .must, "Stop when cancelled",
        """
        After `cancel` the action's effect stops. It needs no completion any more; one that is under way gets HSW_E_STALE, which is not
        an error.
        """,
        why: "A dial that goes on after the person gave up rings at the far end, and the person who answers hears silence.",
        consequence: "A completion after cancel gets HSW_E_STALE, is counted as `stale`, and changes nothing.",
        proof: .by("time.cancel"),
        c: .code(
          wrong: """
            void cancel(void *ctx, hsw_action a) { (void)ctx, (void)a; } /* it will be done soon anyway */
            """,
          right: """
            void cancel(void *ctx, hsw_action a) {
              instance *in = ctx;
              for (call *it = in->calls; it; it = it->next)
                if (it->pending.id == a.id) it->pending.id = 0; /* and stop it on the network, if possible */
            }
            """),
        swift: .code(
          wrong: """
            func cancelled(_ action: Action) {}
            """,
          right: """
            func cancelled(_ action: Action) {
              if let call = action.call { pending[call] = nil }
            }
            """)),
      TransportRule(
        73, .must, "End the call whose start is cancelled",
        """
        `cancel` of a start ends that call: it is given up on the wire, its handle is dead, and no `report_ended` comes. After
        `cancel` of an answer the host sends `end`.
        """,
        why: """
          [JsSIP](https://github.com/versatica/JsSIP/issues/836) shows the gap: the far end answers while the cancel is under way, and
          the call hangs at both ends. A transport that is answered after a cancel hangs up.
          """,
        consequence: "A report about the call gets HSW_E_NOCALL and is counted as `stale`.",
        proof: .by("time.cancel"),
        c: .code(
          wrong: """
            void cancel_start(instance *in, call *it) { forget(in, it); } /* and if it is answered now? */
            """,
          right: """
            void cancel_start(instance *in, call *it) {
              it->is_ending = 1; /* remembered until the network has let go */
              send_bye(in, it, HSW_WHY_HANGUP);
            }
            """),
        swift: .note("TransportKit follows a cancelled start with `end`, whose action is its own.")),
      TransportRule(
        74, .must, "Take an error as an answer",
        "Whatever a host function answers, a transport does not try again: it goes on, or gives up what it was doing.",
        why: "A retry loop whose answer never changes loads a core fully and blocks every call of the instance.",
        consequence: "The loop is busy for 2 s, and the instance is given up as late.",
        proof: .by("bad.host-errors"),
        c: .code(
          wrong: """
            void say(instance *in, call *it, hsw_call_state s) {
              while (in->host.report_state(in->host.ctx, (hsw_call){it->id}, now(in), s) != HSW_OK) {}
            }
            """,
          right: """
            void say(instance *in, call *it, hsw_call_state s) {
              hsw_status taken = in->host.report_state(in->host.ctx, (hsw_call){it->id}, now(in), s);
              if (taken == HSW_E_NOCALL) forget(in, it);
            }
            """),
        swift: .code(
          wrong: """
            func say(_ call: Call) { while !host.report(call, .ringing) {} }
            """,
          right: """
            func say(_ call: Call) { if !host.report(call, .ringing) { legs[call] = nil } }
            """)),
      TransportRule(
        75, .should, "Fail in four parts",
        """
        An error carries a code of ours, the network's own code, its domain, and a sentence for a person; of a call that failed,
        the Q.850 cause.
        """,
        why:
          "The cause is the tone that the host plays, the sentence is what the person reads, and the native code is what support needs.",
        consequence: "The host shows what it has: \"failed\", and no tone.",
        proof: .by("error.honest"),
        c: .code(
          wrong: """
            void busy(instance *in, hsw_action a) {
              hsw_error e = {.size = sizeof e, .code = HSW_E_FAIL};
              in->host.action_done(in->host.ctx, a, now(in), &e);
            }
            """,
          right: """
            void busy(instance *in, hsw_action a) {
              hsw_error e = {.size = sizeof e, .code = HSW_E_FAIL, .native = 486, .cause = HSW_CAUSE_BUSY};
              e.domain = str("sip");
              e.message = str("the line is busy");
              in->host.action_done(in->host.ctx, a, now(in), &e);
            }
            """),
        swift: .code(
          wrong: """
            let busy = TransportError(.failed)
            """,
          right: """
            let busy = TransportError(.failed, "the line is busy", cause: .busy, native: 486, domain: "sip")
            """)),
    ])
}
