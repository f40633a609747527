extension RuleChapter {
  static let transfers = RuleChapter(
    "Line, transfer and service", "Extensions that are about more than one call, or about none.",
    [
      TransportRule(
        95, .must, "Transfer, then end once",
        """
        Completing a transfer means that the other side has taken over; the call ends then, once. A refused transfer leaves the
        call as it was.
        """,
        why: "A call that is released before the other side has taken it is dropped.",
        consequence: "A completed transfer ends the call for the host; a refused one is shown with its error.",
        proof: .by("transfer.blind", "transfer.attended"),
        c: .code(
          wrong: """
            void accepted(instance *in, call *it) { /* 202: they will try */
              done(in, it->pending, HSW_OK);
              ended(in, it, HSW_END_LOCAL);
            }
            """,
          right: """
            void notified(instance *in, call *it, int status) { /* what became of the new call */
              if (status < 200) return;
              done(in, it->pending, status < 300 ? HSW_OK : HSW_E_FAIL);
              if (status < 300) ended(in, it, HSW_END_LOCAL);
            }
            """),
        swift: .code(
          wrong: """
            func accepted(_ call: Call, _ action: Action) {
              host.fulfil(action)
              host.ended(call, .local)
            }
            """,
          right: """
            func notified(_ call: Call, _ action: Action, _ status: Int) {
              switch status {
              case ..<200: host.transferProgress(action, native: Int32(status), "trying")
              case ..<300:
                host.fulfil(action)
                host.ended(call, .local)
              default: host.fail(action, TransportError(.failed, "the transfer was refused", native: Int32(status), domain: "sip"))
              }
            }
            """)),
      TransportRule(
        96, .must, "Ask before being sent elsewhere",
        "A far end's request to transfer us is reported by `report_request`, and nothing happens until `verdict` allows it.",
        why: "A transfer can cost money, and a stranger chooses its target: it is a classic way to make phones call expensive numbers.",
        consequence:
          "A host without host-transfer takes no requests: refuse them on the wire. The host does not know a call that was made unasked.",
        proof: .by("transfer.asked"),
        c: .code(
          wrong: """
            void refer_came(instance *in, call *it) { send_invite(in, it); }
            """,
          right: """
            void refer_came(instance *in, call *it, const hsw_host_transfer *t, const hsw_call_info *to) {
              if (HSW_HAS(hsw_host_transfer, t, report_request)) t->report_request(in->host.ctx, (hsw_call){it->id}, now(in), to);
            }
            """),
        swift: .code(
          wrong: """
            func referCame(_ call: Call, to uri: String) { legs[call] = network.invite(uri) }
            """,
          right: """
            func referCame(_ call: Call, to uri: String) { host.transferRequested(call, to: CallInfo(kind: "sip", handle: uri)) }
            """)),
      TransportRule(
        97, .must, "Report the state of the line",
        """
        READY is reported when calls can be made and taken; after `set_registered(0)` the line is not ready, after 1 it is READY, or
        DOWN with an error. A transport that reports nothing is ready once `activate` returned HSW_OK.
        """,
        why: "People trust a phone that shows a ready line, until they miss the first call.",
        consequence: "The host offers, or refuses, calls on the line by this; an unknown state gets HSW_E_RANGE.",
        proof: .by("line.states"),
        c: .code(
          wrong: """
            void registered(instance *in, int status) {
              (void)status;
              in->host.report_line(in->host.ctx, HSW_LINE_READY, 0, NULL);
            }
            """,
          right: """
            void registered(instance *in, int status) {
              hsw_error e = {.size = sizeof e, .code = HSW_E_AUTH, .native = status};
              e.domain = str("sip");
              e.message = str("wrong password");
              if (status == 200) in->host.report_line(in->host.ctx, HSW_LINE_READY, 0, NULL);
              else in->host.report_line(in->host.ctx, HSW_LINE_DOWN, 30000, &e);
            }
            """),
        swift: .code(
          wrong: """
            func registered(_ status: Int) { host.line(.ready) }
            """,
          right: """
            func registered(_ status: Int) {
              guard status != 200 else { _ = host.line(.ready); return }
              let error = TransportError(.unauthorized, "wrong password", native: Int32(status), domain: "sip")
              host.line(.down, retryAfter: .seconds(30), error: error)
            }
            """)),
      TransportRule(
        98, .must, "Answer the watchdog",
        "`ping` is completed within its deadline when the instance works, and not when it does not.",
        why: "It checks the loop, not the process: an instance that lives and has lost its network thread must not answer that it works.",
        consequence: "A ping that is not answered counts as a hang, where the host pings.",
        proof: .by("health.ping"),
        c: .code(
          wrong: """
            hsw_status ping(instance *in, hsw_action a) { (void)in, (void)a; return HSW_PENDING; } /* and then? */
            """,
          right: """
            hsw_status ping(instance *in, hsw_action a) { (void)a; return in->socket >= 0 ? HSW_OK : HSW_E_NET; }
            """),
        swift: .note("`ping(action:)` throws what is wrong, or answers `.done`.")),
      TransportRule(
        99, .must, "Dump JSON",
        "`dump` writes one JSON object, about the instance or about the call that is named, and no secret in it.",
        why: "It is read by programs, and pasted into bug reports.",
        consequence: "What does not parse is shown as an error.",
        proof: .by("diag.dump"),
        c: .code(
          wrong: """
            int text(instance *in, char *room, size_t n) { return snprintf(room, n, "calls: %u, server %s", in->n_calls, in->server); }
            """,
          right: """
            int text(instance *in, char *room, size_t n) { return snprintf(room, n, "{\\"calls\\":%u}", in->n_calls); }
            """),
        swift: .code(
          wrong: """
            func diagnostics(of call: Call?, level: UInt32) throws(TransportError) -> String { "calls: \\(legs.count)" }
            """,
          right: """
            func diagnostics(of call: Call?, level: UInt32) throws(TransportError) -> String { "{\\"calls\\":\\(legs.count)}" }
            """)),
      TransportRule(
        100, .must, "Let tests drive the far end",
        """
        The far end behind `org.hookswitch.test-peer/1` does nothing unasked, and `observe` reports what it sees, of ended calls too,
        until `reset`.
        """,
        why: "A test that races with a script in the far end proves nothing, and fails on slow machines.",
        consequence: "None at run time; the kit cannot judge what it cannot drive.",
        proof: .by("action.start", "action.incoming"),
        c: .code(
          wrong: """
            void dialed(instance *in, call *it) { /* the number that dialable gave */
              in->host.report_state(in->host.ctx, (hsw_call){it->id}, now(in), HSW_CALL_RINGING);
            }
            """,
          right: """
            hsw_status order(instance *in, call *it, uint32_t what) {
              if (what != HSW_ORDER_RING) return HSW_E_NOTSUP;
              return in->host.report_state(in->host.ctx, (hsw_call){it->id}, now(in), HSW_CALL_RINGING);
            }
            """),
        swift: .note("`TestPeerTransport.order` carries out each order when it comes.")),
    ])
}
