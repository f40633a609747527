extension RuleChapter {
  static let calls = RuleChapter(
    "Calls", "A call is a number: minted by the side that begins it, never used again, and looked up each time.",
    [
      TransportRule(
        55, .must, "Mint fresh handles",
        "The handle of an incoming call has bit 63 set and was never used before in the instance's life.",
        why: "Reports wait in queues: with numbers that come again, the hang-up of an old call ends a new one.",
        consequence: "`report_incoming` gets HSW_E_INVAL and is counted as `strange`; the caller hears a refusal.",
        proof: .by("action.handle-fresh"),
        c: .code(
          wrong: """
            hsw_call mint(instance *in) { return (hsw_call){1ull << 63 | (in->n_calls & 15)}; }
            """,
          right: """
            hsw_call mint(instance *in) { return (hsw_call){1ull << 63 | ++in->minted}; }
            """),
        swift: .note("`Host.incoming` mints.")),
      TransportRule(
        56, .must, "Look every handle up",
        """
        A handle is a name, not a pointer or an index: whatever names a call that does not exist, unknown, ended, 0 or any other number,
        gets HSW_E_NOCALL, and nothing else happens.
        """,
        why: "The far end hangs up while the host's request is under way: every handle that arrives may be one that has just died.",
        consequence: "The host does not count HSW_E_NOCALL as a fault; a table that is indexed by a handle crashes.",
        proof: .by("action.unknown-call", "bad.random-handles"),
        c: .code(
          wrong: """
            static call slots[16];
            hsw_status answer(hsw_call c) {
              slots[c.id & ~(1ull << 63)].is_active = 1;
              return HSW_OK;
            }
            """,
          right: """
            hsw_status answer(void *ctx, hsw_call c) {
              call *it = find(ctx, c);
              if (!it) return HSW_E_NOCALL;
              it->is_active = 1;
              return HSW_OK;
            }
            """),
        swift: .note(
          "TransportKit looks it up before it calls the transport; `legs[call]` may still be nil for a call that ended in between.")),
      TransportRule(
        57, .must, "Say who calls",
        """
        `report_incoming` comes with a valid info: a handle kind that the transport's descriptor or provider names, a handle in the form of
        its kind, and nothing that is not known.
        """,
        why: "The kind decides what can be called back; a number under the wrong one is a line in the history that cannot be dialled.",
        consequence: "An info that breaks the rules gets HSW_E_INVAL, HSW_E_RANGE or HSW_E_NOTSUP, is counted, and the handle is dead.",
        proof: .by("action.incoming"),
        c: .code(
          wrong: """
            void invited(instance *in, hsw_call c, const char *uri) {
              hsw_call_info from = {.size = sizeof from, .handle = str(uri)}; /* of which kind? */
              in->host.report_incoming(in->host.ctx, c, now(in), &from);
            }
            """,
          right: """
            hsw_status invited(instance *in, hsw_call c, const char *uri) {
              hsw_call_info from = {.size = sizeof from, .handle_kind = str("sip"), .handle = str(uri)};
              return in->host.report_incoming(in->host.ctx, c, now(in), &from);
            }
            """),
        swift: .code(
          wrong: """
            func invited(_ uri: String) -> Call? { host.incoming(CallInfo(handle: uri)) } // "tel" by default
            """,
          right: """
            func invited(_ uri: String) -> Call? { host.incoming(CallInfo(kind: "sip", handle: uri)) }
            """)),
      TransportRule(
        58, .must, "Reject what the host does not take",
        """
        If `report_incoming` answers less than 0 the handle is dead: the transport rejects the call on the wire, and reports nothing
        more about it.
        """,
        why: "Otherwise the caller hears it ring, for as long as patience lasts, at a host that never showed it.",
        consequence: "Any further report about the handle gets HSW_E_NOCALL and is counted as `strange`.",
        proof: .by("action.incoming", "action.max-calls"),
        c: .code(
          wrong: """
            void invited(instance *in, call *it, const hsw_call_info *from) {
              in->host.report_incoming(in->host.ctx, (hsw_call){it->id}, now(in), from);
            }
            """,
          right: """
            void invited(instance *in, call *it, const hsw_call_info *from) {
              if (in->host.report_incoming(in->host.ctx, (hsw_call){it->id}, now(in), from) >= 0) return;
              send_bye(in, it, HSW_WHY_BUSY);
              forget(in, it);
            }
            """),
        swift: .code(
          wrong: """
            func invited(_ from: CallInfo, _ leg: Leg) {
              if let call = host.incoming(from) { legs[call] = leg }
            }
            """,
          right: """
            func invited(_ from: CallInfo, _ leg: Leg) {
              guard let call = host.incoming(from) else { return network.bye(leg, .busy) }
              legs[call] = leg
            }
            """)),
      TransportRule(
        59, .must, "Pass the verdict on",
        """
        `shown` makes the far end hear it ring; an `end` of a call that rings sends its `why` on the wire: busy is busy, declined is
        declined.
        """,
        why:
          """
          Networks act on it: voice mail picks up after busy, the other phones of a group ring on after do-not-disturb, and not
          after declined.
          """,
        consequence: "The host cannot hear what the caller hears.",
        proof: .by("action.incoming"),
        c: .code(
          wrong: """
            hsw_status end(instance *in, call *it, hsw_end_why why) {
              (void)why;
              return send_bye(in, it, HSW_WHY_HANGUP) ? HSW_E_NET : HSW_PENDING;
            }
            """,
          right: """
            hsw_status end(instance *in, call *it, hsw_end_why why) {
              return send_bye(in, it, why) ? HSW_E_NET : HSW_PENDING;
            }
            """),
        swift: .code(
          wrong: """
            func end(_ call: Call, why: EndWhy, action: Action) throws(TransportError) -> Outcome {
              network.bye(legs.removeValue(forKey: call), .normal)
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
        60, .must, "Know your limit",
        "Beyond `max_calls`, the provider's or else the descriptor's, a start gets HSW_E_BUSY, and the calls that are up notice nothing.",
        why:
          "A table of sixteen lines that takes a seventeenth writes over the first: another call falls silent.",
        consequence: "The start fails, with the code and the message.",
        proof: .by("action.max-calls"),
        c: .code(
          wrong: """
            hsw_status start(instance *in, hsw_call c, hsw_str to) {
              if (in->n_calls == in->max_calls) forget(in, in->calls);
              return add(in, c, to) ? HSW_PENDING : HSW_E_NOMEM;
            }
            """,
          right: """
            hsw_status start(instance *in, hsw_call c, hsw_str to) {
              if (in->n_calls == in->max_calls) return HSW_E_BUSY;
              return add(in, c, to) ? HSW_PENDING : HSW_E_NOMEM;
            }
            """),
        swift: .note("TransportKit counts, by `ProviderLimits.maxCalls` or the descriptor's `maxCalls`.")),
      TransportRule(
        61, .must, "Leave the neighbours alone",
        """
        What happens to one call, an end, a failure, a cancel, happens to no other; and the call that is reported ended is the one that
        ended.
        """,
        why: "Adapters have shipped that ended every call when one was hung up, and that reported the newest one whichever it was.",
        consequence: "The host believes the report: a person talks on in a call that is over, and another one is cut off.",
        proof: .by("action.neighbours"),
        c: .code(
          wrong: """
            void far_end_left(instance *in, uint64_t id) {
              (void)id;
              ended(in, in->calls, HSW_END_REMOTE); /* the newest is first */
            }
            """,
          right: """
            void far_end_left(instance *in, uint64_t id) {
              call *it = find(in, (hsw_call){id});
              if (it) ended(in, it, HSW_END_REMOTE);
            }
            """),
        swift: .code(
          wrong: """
            func farEndLeft(_ call: Call) {
              for call in legs.keys { host.ended(call, .remote) }
            }
            """,
          right: """
            func farEndLeft(_ call: Call) {
              legs[call] = nil
              host.ended(call, .remote)
            }
            """)),
      TransportRule(
        62, .must, "Promise what you can do",
        """
        The descriptor's capabilities name exactly the extensions that are offered, beside `voice` and `video`; a call's flags are
        true where its `mask` names them; what is not offered gets HSW_E_NOTSUP, never a silent HSW_OK.
        """,
        why: "Buttons are drawn from it. A hold button that does nothing is worse than none: the person goes on talking, unheld.",
        consequence: "A descriptor that differs from the manifest is refused; a silent HSW_OK is believed.",
        proof: .by("action.honest"),
        c: .code(
          wrong: """
            hsw_status set_held(void *ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t deadline_ms) {
              (void)ctx, (void)a, (void)c, (void)on, (void)deadline_ms;
              return HSW_OK; /* our network has no hold */
            }
            """,
          right: """
            hsw_status set_held(void *ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t deadline_ms) {
              (void)ctx, (void)a, (void)c, (void)on, (void)deadline_ms;
              return HSW_E_NOTSUP; /* better still: do not offer hold/1 */
            }
            """),
        swift: .note("Capabilities come from the protocols that a transport conforms to: conform to what the network can do.")),
      TransportRule(
        129, .must, "Say what changed, and only that",
        """
        `report_update` says what `mask` names and every string that is not empty; what did not change stays out of both, and what became
        empty is named by its mask.
        """,
        why: """
          Far ends change in the middle of a call, after a transfer above all. An update that clears what it did not mean leaves a call
          without a name.
          """,
        consequence:
          "The host takes what is reported: a flag outside the mask changes nothing, a string that is empty without its mask neither.",
        proof: .notTestable("Only the transport's network knows what changed at the far end."),
        c: .code(
          wrong: """
            void name_went(instance *in, call *it) {
              hsw_call_info info = {.size = sizeof info, .display_name = str("")}; /* empty, and so not reported */
              in->host.report_update(in->host.ctx, (hsw_call){it->id}, now(in), &info);
            }
            """,
          right: """
            void name_went(instance *in, call *it) {
              hsw_call_info info = {.size = sizeof info, .mask = HSW_CI_NAME};
              in->host.report_update(in->host.ctx, (hsw_call){it->id}, now(in), &info);
            }
            """),
        swift: .code(
          wrong: """
            func nameWent(_ call: Call) { host.update(call, CallInfo(handle: "", displayName: "")) }
            """,
          right: """
            func nameWent(_ call: Call) {
              var info = CallInfo(kind: "", handle: "")
              info.stated = [.name]
              host.update(call, info)
            }
            """)),
      TransportRule(
        130, .must, "Report limits as a whole",
        "Each `report_provider` replaces the one before: what is zero or empty in it is as the descriptor says, not as it was.",
        why: "A second report that only meant the name takes the limit of calls away with it.",
        consequence: "The host goes by the last one; one with a string or list that breaks the rules gets HSW_E_INVAL and changes nothing.",
        proof: .by("action.max-calls"),
        c: .code(
          wrong: """
            void rename_line(instance *in, const char *name) {
              hsw_provider p = {.size = sizeof p, .name = str(name)}; /* and max_calls is 0 again */
              in->host.report_provider(in->host.ctx, &p);
            }
            """,
          right: """
            void rename_line(instance *in, const char *name) {
              hsw_provider p = {.size = sizeof p, .max_calls = in->max_calls, .name = str(name)};
              in->host.report_provider(in->host.ctx, &p);
            }
            """),
        swift: .code(
          wrong: """
            func rename(_ name: String) {
              var limits = ProviderLimits()
              limits.name = name
              host.provider(limits)
            }
            """,
          right: """
            func rename(_ name: String, _ limits: inout ProviderLimits) { // the ones that were reported before
              limits.name = name
              host.provider(limits)
            }
            """)),
    ])
}
