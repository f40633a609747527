extension RuleChapter {
  static let ends = RuleChapter(
    "Ends", "Every call that began ends once, whichever side ends it, and no report about it follows.",
    [
      TransportRule(
        76, .must, "Report each end once",
        "A call that began ends with exactly one `report_ended`, and no report about it follows.",
        why: """
          A call whose end is never reported blocks the next: [Wire](https://github.com/wireapp/wire-ios-sync-engine/pull/123) could not
          call again in a conversation, even after a restart, until it reported broken calls as ended.
          """,
        consequence: "A report about a call that has ended gets HSW_E_NOCALL and is counted as `stale`. Without an end, the call stays.",
        proof: .by("action.ended-once"),
        c: .code(
          wrong: """
            void is_over(instance *in, call *it) {
              ended(in, it, HSW_END_REMOTE);
              hsw_call_info info = {.size = sizeof info};
              in->host.report_update(in->host.ctx, (hsw_call){it->id}, now(in), &info);
            }
            """,
          right: """
            void is_over(instance *in, call *it) {
              ended(in, it, HSW_END_REMOTE); /* the last report */
              forget(in, it);
            }
            """),
        swift: .note("`Host.ended` is taken once; everything later is dropped.")),
      TransportRule(
        77, .must, "End what the host ends",
        "The host's `end` is completed when the far end was notified; then comes `report_ended` with HSW_END_LOCAL.",
        why:
          "An end that is only local leaves the far end in the call: the line is busy, the meter runs, and the microphone may be open.",
        consequence: "Without a completion the host gives the end up at its deadline and forgets the call.",
        proof: .by("action.end"),
        c: .code(
          wrong: """
            hsw_status end(instance *in, call *it) {
              ended(in, it, HSW_END_LOCAL); /* the far end does not know */
              forget(in, it);
              return HSW_OK;
            }
            """,
          right: """
            hsw_status end(instance *in, hsw_action a, call *it, hsw_end_why why) {
              if (send_bye(in, it, why)) return HSW_E_NET;
              done(in, a, HSW_OK);
              ended(in, it, HSW_END_LOCAL);
              forget(in, it);
              return HSW_PENDING;
            }
            """),
        swift: .note("After `.done`, or `fulfil`, of an end TransportKit reports the call ended.")),
      TransportRule(
        78, .must, "End in every state",
        "`end` works in any state of a call: dialing, ringing, connecting, active, held.",
        why: """
          [PJSIP](https://github.com/pjsip/pjproject/issues/2992) had calls that could not be hung up before the network's first answer:
          they stayed, as ghosts, until all slots were taken.
          """,
        consequence: "An error is shown to the person, who cannot get rid of the call.",
        proof: .by("action.end-each-state"),
        c: .code(
          wrong: """
            hsw_status end(instance *in, call *it, hsw_end_why why) {
              if (!it->is_active) return HSW_E_STATE;
              return send_bye(in, it, why) ? HSW_E_NET : HSW_PENDING;
            }
            """,
          right: """
            hsw_status end(instance *in, call *it, hsw_end_why why) {
              it->is_ending = 1; /* before any answer: the CANCEL goes out with the first one */
              return send_bye(in, it, why) ? HSW_E_NET : HSW_PENDING;
            }
            """),
        swift: .code(
          wrong: """
            func end(_ call: Call, why: EndWhy, action: Action) throws(TransportError) -> Outcome {
              guard legs[call]?.isActive == true else { throw TransportError(.wrongState) }
              network.bye(legs[call], why.cause)
              return .done
            }
            """,
          right: """
            func end(_ call: Call, why: EndWhy, action: Action) throws(TransportError) -> Outcome {
              network.bye(legs.removeValue(forKey: call), why.cause)
              return .done
            }
            """)),
      TransportRule(
        79, .must, "Complete what is pending before the end",
        "When a call ends its pending actions are completed first, with HSW_E_CANCELLED; then comes the one `report_ended`.",
        why: "An answer that waits for a call that is gone waits for its deadline, and so does the person who pressed the button.",
        consequence: "The host completes them itself as cancelled, and counts each as `outOfOrder`.",
        proof: .by("action.end-while-answering", "action.exactly-once"),
        c: .code(
          wrong: """
            void is_over(instance *in, call *it) {
              ended(in, it, HSW_END_REMOTE);
              forget(in, it); /* and it->pending */
            }
            """,
          right: """
            void is_over(instance *in, call *it) {
              if (it->pending.id) done(in, it->pending, HSW_E_CANCELLED);
              ended(in, it, HSW_END_REMOTE);
              forget(in, it);
            }
            """),
        swift: .note("`Host.ended` completes what is open about the call.")),
      TransportRule(
        80, .must, "Report no end of what never began",
        "No `report_ended` comes for a start that was refused, failed or cancelled: its completion is enough.",
        why: "The call was never there: the host knows no call that such a report could end.",
        consequence: "HSW_E_NOCALL, or HSW_E_STATE while the start is open; counted.",
        proof: .by("action.start", "time.cancel"),
        c: .code(
          wrong: """
            void refused(instance *in, hsw_action a, call *it) {
              done(in, a, HSW_E_NET);
              ended(in, it, HSW_END_FAILED);
            }
            """,
          right: """
            void refused(instance *in, hsw_action a, call *it) {
              done(in, a, HSW_E_NET);
              forget(in, it);
            }
            """),
        swift: .note("`Host.ended` fails the start of a call that has not begun.")),
      TransportRule(
        81, .must, "Expect both ends to hang up at once",
        """
        When the far end hangs up while our `end` is under way, or the other way round, the call ends once; an action that arrives for it
        later gets HSW_E_NOCALL, and no callback comes for what is gone.
        """,
        why: """
          It happens every day: [JsSIP](https://github.com/versatica/JsSIP/issues/597) answered a call at the moment at which it was
          given up, and then refused the far end's BYE.
          """,
        consequence: "The host takes HSW_E_NOCALL for a call whose end is under way as done.",
        proof: .by("action.glare"),
        c: .code(
          wrong: """
            void bye_came(instance *in, call *it) {
              ended(in, it, HSW_END_REMOTE); /* and if ours was reported already? and if ours is pending? */
              forget(in, it);
            }
            """,
          right: """
            void bye_came(instance *in, call *it) {
              if (!it->is_ended) { /* else LOCAL was reported, and the BYE is only answered */
                if (it->pending.id) done(in, it->pending, it->is_ending ? HSW_OK : HSW_E_CANCELLED);
                ended(in, it, HSW_END_REMOTE);
              }
              forget(in, it);
            }
            """),
        swift: .note("`Host.ended` answers false for a call that is over already, and completes an open end.")),
      TransportRule(
        82, .must, "Notice a dead far end",
        "A far end that falls silent ends the call with a reason, within the `dead-peer-s` that the manifest promises.",
        why: "Cables are pulled. Without a timer of the transport's own the call stays up for ever, and the next one finds the line busy.",
        consequence: "The host has no other way to know: the call stays.",
        proof: .by("time.dead-peer"),
        c: .code(
          wrong: """
            void answered(call *it) { it->is_active = 1; } /* and if nothing ever comes again? */
            """,
          right: """
            void is_dead(void *arg, hsw_timer t); /* ends the call: HSW_END_FAILED, HSW_CAUSE_NO_RESPONSE */
            void heard(instance *in, call *it) {
              in->loop.del_timer(in->host.ctx, in->timer);
              in->loop.add_timer(in->host.ctx, 64000000000ull, 0, is_dead, it, &in->timer);
            }
            """),
        swift: .code(
          wrong: """
            func answered(_ call: Call) { host.report(call, .active) }
            """,
          right: """
            func heard(_ call: Call, _ timer: Timer?) -> Timer? {
              host.cancel(timer)
              return host.after(.seconds(64)) { [host] in
                host.ended(call, .failed, TransportError(.timedOut, "the far end fell silent", cause: .noResponse))
              }
            }
            """)),
    ])
}
