extension RuleChapter {
  static let threads = RuleChapter(
    "Threads",
    "Each function has one tag: [loader], [loop], [media] or [any]. An instance's loop is one thread for its whole life.",
    [
      TransportRule(
        34, .must, "Call from the thread that the tag allows",
        "A host function tagged [loop] is called on the instance's loop alone; from anywhere else `post` is the way in.",
        why: "Timers and descriptors belong to the loop: one that another thread removes can fire meanwhile.",
        consequence: "HSW_E_THREAD, counted as `wrongThread`; nothing happens.",
        proof: .by("thread.tags"),
        c: .code(
          wrong: """
            void *worker(void *arg) {
              instance *in = arg;
              in->loop.del_timer(in->host.ctx, in->timer);
              return NULL;
            }
            """,
          right: """
            static void stop_timer(void *arg) {
              instance *in = arg;
              in->loop.del_timer(in->host.ctx, in->timer);
            }
            void *worker(void *arg) {
              instance *in = arg;
              in->host.post(in->host.ctx, stop_timer, in);
              return NULL;
            }
            """),
        swift: .note("`Host` is not `Sendable`, so the compiler keeps it on the loop; another thread takes a `Port` and posts.")),
      TransportRule(
        35, .must, "Allow several threads where the tag is [any]",
        """
        The transport's functions that the header tags [any], `descriptor`, `get_extension`, `schema`, may be called from several
        threads at once.
        """,
        why: "Two threads can make a lazy table at the same moment: one copy is leaked, or used half made.",
        consequence: "Undefined: it depends on the race.",
        proof: .by("thread.any-concurrent"),
        c: .code(
          wrong: """
            static hsw_hold table;
            const void *get_hold(void) {
              if (table.size == 0) table.size = sizeof table; /* and a thread that reads meanwhile? */
              return &table;
            }
            """,
          right: """
            static const hsw_hold table = {.size = sizeof table};
            const void *get_hold(void) { return &table; }
            """),
        swift: .note("TransportKit's tables are constants.")),
      TransportRule(
        36, .must, "Hold no lock while you call the host",
        "A transport calls the host without a lock of its own that a [loop] function may want too.",
        why: """
          Two locks taken in two orders stop both threads for ever.
          [PJSIP](https://github.com/pjsip/pjproject/issues/2251) moved callbacks out from under its conference lock for that reason, and
          [libp11](https://github.com/OpenSC/libp11/issues/156) hung a web server.
          """,
        consequence: "The loop waits; after 2 s the watchdog gives the instance up as late, with the function's name, and its calls end.",
        proof: .by("thread.no-lock-across-callback"),
        c: .code(
          wrong: """
            void rings(instance *in, call *it) {
              lock(in);
              in->host.report_state(in->host.ctx, (hsw_call){it->id}, now(in), HSW_CALL_RINGING);
              unlock(in);
            }
            """,
          right: """
            void rings(instance *in, call *it) {
              lock(in);
              hsw_call c = {it->id};
              unlock(in);
              in->host.report_state(in->host.ctx, c, now(in), HSW_CALL_RINGING);
            }
            """),
        swift: .note("Everything of a transport is on its loop and needs no lock; `Port.post` holds none either.")),
      TransportRule(
        37, .must, "Never block the loop",
        """
        A [loop] function returns at once: the kit warns from 50 ms on and fails it at 2 s. A longer operation is begun, answered
        HSW_PENDING, and completed later.
        """,
        why: "While one call waits for a name server, no other call of the instance can be answered, or ended.",
        consequence: "After 2 s the instance is lost as late, with the function's name: its calls end, and its thread is abandoned.",
        proof: .by("time.loop-budget"),
        c: .code(
          wrong: """
            hsw_status start(instance *in, const struct sockaddr *to, socklen_t n) {
              return connect(in->socket, to, n) ? HSW_E_NET : HSW_OK; /* two minutes, if there is no answer */
            }
            """,
          right: """
            hsw_status start(instance *in, const struct sockaddr *to, socklen_t n) { /* the socket is SOCK_NONBLOCK */
              if (connect(in->socket, to, n) == 0) return HSW_OK;
              return errno == EINPROGRESS ? HSW_PENDING : HSW_E_NET;
            }
            """),
        swift: .code(
          wrong: """
            func start(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
              while network.receive().isEmpty {} // until it answers
              return .done
            }
            """,
          right: """
            func start(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
              legs[call] = network.invite(to.handle)
              pending[call] = action
              return .pending
            }
            """)),
      TransportRule(
        38, .must, "Be ready before you speak",
        """
        The host may answer a report by calling you as soon as your function has returned: whatever that call needs is in place before
        you report.
        """,
        why:
          "A call that is reported first and stored second may be answered before it is stored: the answer fails with \"no such call\".",
        consequence: "The answer gets HSW_E_NOCALL, and the call cannot be answered.",
        proof: .by("reent.action-on-report"),
        c: .code(
          wrong: """
            void invited(instance *in, hsw_call c, const hsw_call_info *from) { /* on the stack's own thread */
              if (in->host.report_incoming(in->host.ctx, c, now(in), from) < 0) return;
              lock(in);
              add(in, c, from->handle); /* the host may have answered it by now */
              unlock(in);
            }
            """,
          right: """
            void invited(instance *in, hsw_call c, const hsw_call_info *from) {
              lock(in);
              add(in, c, from->handle);
              unlock(in);
              in->host.report_incoming(in->host.ctx, c, now(in), from); /* < 0: reject it, and forget it */
            }
            """),
        swift: .code(
          wrong: """
            func invited(_ from: CallInfo, _ leg: Leg) {
              guard let call = host.incoming(from) else { return }
              host.after(.seconds(1)) { [self] in legs[call] = leg }
            }
            """,
          right: """
            func invited(_ from: CallInfo, _ leg: Leg) {
              guard let call = host.incoming(from) else { return network.bye(leg, .busy) }
              legs[call] = leg
            }
            """)),
      TransportRule(
        39, .must, "Expect a post to be refused",
        """
        Once `destroy` has begun, `post` answers HSW_E_STATE, and the function never runs: its argument is still the transport's, which
        must not wait for the function.
        """,
        why: "A transport that waits in `destroy` for a function that it posted waits for its own thread.",
        consequence: "HSW_E_STATE; a destroy that waits is given up by the watchdog after 2 s.",
        proof: .by("reent.post-late"),
        c: .code(
          wrong: """
            void hand_over(instance *in, char *packet) { in->host.post(in->host.ctx, free, packet); }
            """,
          right: """
            void hand_over(instance *in, char *packet) {
              if (in->host.post(in->host.ctx, free, packet) != HSW_OK) free(packet);
            }
            """),
        swift: .note("`Port.post` answers false then and drops what it was given; the kit never waits for a post.")),
      TransportRule(
        40, .should, "Leave signals to the host",
        "Threads of a transport block all signals, and a transport changes no signal's action.",
        why: "A signal goes to any thread that does not block it: the host's shutdown may reach a thread that does not handle it.",
        consequence: "Nothing at once; the kit warns.",
        proof: .by("thread.signals"),
        c: .code(
          wrong: """
            int begin(instance *in, void *(*work)(void *)) { return pthread_create(&in->thread, NULL, work, in); }
            """,
          right: """
            int begin(instance *in, void *(*work)(void *)) {
              sigset_t all, before;
              sigfillset(&all);
              pthread_sigmask(SIG_SETMASK, &all, &before);
              int failed = pthread_create(&in->thread, NULL, work, in);
              pthread_sigmask(SIG_SETMASK, &before, NULL);
              return failed;
            }
            """),
        swift: .note("The kit starts no thread. A transport that does blocks signals around it, as in C.")),
      TransportRule(
        41, .should, "Be free of data races",
        "A transport built with ThreadSanitizer goes through all calls of the kit without a report.",
        why: "A race that never shows on the author's machine shows on one with more cores.",
        consequence: "The host cannot detect it in time.",
        proof: .by("thread.tsan"),
        c: .code(
          wrong: """
            void *worker(void *arg) {
              instance *in = arg;
              in->minted++; /* while the loop does the same */
              return NULL;
            }
            """,
          right: """
            static void count(void *arg) { ((instance *)arg)->minted++; } /* on the loop, as everything else */
            void *worker(void *arg) {
              instance *in = arg;
              in->host.post(in->host.ctx, count, in);
              return NULL;
            }
            """),
        swift: .note("Swift 6 finds most of them when it compiles; do not silence it with `nonisolated(unsafe)`.")),
      TransportRule(
        42, .must, "Let nothing unwind across",
        "No C++ exception, Swift error, Rust panic or longjmp leaves a function of this contract.",
        why: "No code between two languages can catch an exception: the process ends, with every call in it.",
        consequence: "The process ends.",
        proof: .by("bad.host-errors", "fuzz.sequence"),
        c: .note(
          "Plain C has nothing to unwind but longjmp. In C++ mark each function `noexcept`, catch at the edge, and answer HSW_E_FAIL."),
        swift: .code(
          wrong: """
            func port(of text: String) -> UInt16 { try! parse(text) } // a trap, which cannot be caught either
            func parse(_ text: String) throws(TransportError) -> UInt16 { UInt16(text) ?? 5060 }
            """,
          right: """
            func port(of text: String) throws(TransportError) -> UInt16 {
              guard let port = UInt16(text) else { throw TransportError(.invalid, "\\(text) is not a port") }
              return port
            }
            """)),
    ])
}
