extension RuleChapter {
  static let lifeCycle = RuleChapter(
    "Life cycle", "create, init, activate, deactivate, destroy: driven by the host, in this order, for each instance by itself.",
    [
      TransportRule(
        43, .must, "Keep quiet in create",
        "`create` calls no function of the host: the host may be called from `init` on.",
        why: "The host is not yet ready to take reports of the instance.",
        consequence: "HSW_E_STATE, counted as `outOfOrder`; the report is lost, and `get_extension` answers NULL.",
        proof: .by("life.no-host-call-in-create"),
        c: .code(
          wrong: """
            void made(instance *in) { in->host.report_line(in->host.ctx, HSW_LINE_TRYING, 0, NULL); }
            """,
          right: """
            hsw_status activate(void *ctx, hsw_why *why) {
              instance *in = ctx;
              (void)why;
              in->is_active = 1;
              return in->host.report_line(in->host.ctx, HSW_LINE_TRYING, 0, NULL);
            }
            """),
        swift: .note("Before `begin()` the kit's `Host` lets nothing through.")),
      TransportRule(
        44, .must, "Finish create, init and activate at once",
        """
        `create`, `init` and `activate` answer HSW_OK or an error, never HSW_PENDING; what takes time, such as registering, is reported
        by `report_line`.
        """,
        why: "There is no action that could be completed: an instance under way would be under way for ever.",
        consequence: "Anything but HSW_OK is a refusal: the instance is lost, with the step's name and the code.",
        proof: .by("life.create-destroy", "line.states"),
        c: .code(
          wrong: """
            hsw_status activate(void *ctx, hsw_why *why) {
              instance *in = ctx;
              (void)why;
              return send(in->socket, "REGISTER", 8, 0) < 0 ? HSW_E_NET : HSW_PENDING;
            }
            """,
          right: """
            hsw_status activate(void *ctx, hsw_why *why) {
              instance *in = ctx;
              (void)why;
              if (send(in->socket, "REGISTER", 8, 0) < 0) return HSW_E_NET;
              in->host.report_line(in->host.ctx, HSW_LINE_TRYING, 0, NULL);
              return HSW_OK;
            }
            """),
        swift: .note("`activate()` returns or throws; report the rest with `host.line(.trying)`.")),
      TransportRule(
        45, .must, "Fail with a sentence, and leave nothing",
        """
        A step that fails says why in `why`, and takes back what it began: after a failed `create` there is nothing, after a failed `init`
        or `activate` an instance that can be destroyed.
        """,
        why: "The restart that follows meets what the failed one left: the port that is still bound, the timer that still fires.",
        consequence: "The instance is lost with the step, code and text, destroyed, and made anew after a pause.",
        proof: .by("life.init-fails-clean", "abi.no-host-extensions"),
        c: .code(
          wrong: """
            hsw_status init(void *ctx, hsw_why *why) {
              instance *in = ctx;
              in->socket = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
              if (!in->loop.add_timer) return HSW_E_NOTSUP; /* and the socket? and why? */
              (void)why;
              return HSW_OK;
            }
            """,
          right: """
            hsw_status init(void *ctx, hsw_why *why) {
              instance *in = ctx;
              if (!in->loop.add_timer) {
                snprintf(why->text, sizeof why->text, "the host offers no " HSW_HEXT_LOOP);
                return HSW_E_NOTSUP;
              }
              in->socket = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
              return in->socket < 0 ? HSW_E_FAIL : HSW_OK;
            }
            """),
        swift: .code(
          wrong: """
            func activate() throws(TransportError) {
              host.every(.seconds(30)) {}
              guard !server.isEmpty else { throw TransportError(.invalid) }
            }
            """,
          right: """
            func activate() throws(TransportError) {
              guard !server.isEmpty else { throw TransportError(.invalid, "configuration: /server is missing") }
              host.every(.seconds(30)) {}
            }
            """)),
      TransportRule(
        46, .must, "Refuse what comes out of order",
        "A call that the life cycle does not allow, a start before `activate`, a second `activate`, gets HSW_E_STATE and changes nothing.",
        why: "Hosts restart, reload and race. The second listener that a second activate opens is found when the first one is closed.",
        consequence: "The host keeps the order itself; what a transport does otherwise shows in the kit.",
        proof: .by("life.order"),
        c: .code(
          wrong: """
            hsw_status activate(void *ctx, hsw_why *why) {
              instance *in = ctx;
              (void)why;
              in->socket = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0); /* again */
              return HSW_OK;
            }
            """,
          right: """
            hsw_status activate(void *ctx, hsw_why *why) {
              instance *in = ctx;
              (void)why;
              if (in->is_active) return HSW_E_STATE;
              in->socket = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
              in->is_active = in->socket >= 0;
              return in->is_active ? HSW_OK : HSW_E_FAIL;
            }
            """),
        swift: .note("TransportKit keeps the order; no method is called out of it.")),
      TransportRule(
        47, .must, "Be destroyed from any state",
        "`destroy` works after `create` alone, after a failed step, and in the middle of calls, any number of times in a process.",
        why: "A transport that joins a thread which only `init` starts dies in the one case where `init` was never called.",
        consequence: "The host crashes, or waits 2 s and gives the instance up.",
        proof: .by("life.create-destroy", "life.order"),
        c: .code(
          wrong: """
            void destroy(void *ctx) {
              instance *in = ctx;
              pthread_join(in->thread, NULL);
              free(in);
            }
            """,
          right: """
            void destroy(void *ctx) {
              instance *in = ctx;
              if (in->socket >= 0) pthread_join(in->thread, NULL); /* both begin in init */
              free(in);
            }
            """),
        swift: .note("`close()` comes once from any state; use optionals for what `begin()` makes.")),
      TransportRule(
        48, .must, "Switch on and off for ever",
        "`activate` and `deactivate` may follow each other any number of times, and each leaves the instance as the one before did.",
        why: "Flight mode, roaming, a laptop's lid: an instance that leaks a socket each time is out of them by the evening.",
        consequence: "The host sees an error only when a resource has run out.",
        proof: .by("life.activate-cycle"),
        c: .code(
          wrong: """
            hsw_status deactivate(void *ctx, uint32_t drain_ms) {
              instance *in = ctx;
              (void)drain_ms;
              in->is_active = 0; /* the socket stays, and activate opens another */
              return HSW_OK;
            }
            """,
          right: """
            hsw_status deactivate(void *ctx, uint32_t drain_ms) {
              instance *in = ctx;
              (void)drain_ms;
              in->loop.del_fd(in->host.ctx, in->socket);
              close(in->socket);
              in->socket = -1;
              in->is_active = 0;
              return HSW_OK;
            }
            """),
        swift: .note("Give back in `deactivate()` what `activate()` took.")),
      TransportRule(
        49, .must, "Keep instances apart",
        """
        Instances of one shared object share nothing visible: no configuration, calls or state. Those that must live on the same thread
        declare it by HSW_ENTRY_ONE_LOOP.
        """,
        why:
          """
          Two accounts are the rule. The static variable that held "the" account makes the second one's calls go out in the first
          one's name.
          """,
        consequence: "The host cannot see which instance a report is about: it files it with the instance whose table it came through.",
        proof: .by("life.two-instances"),
        c: .code(
          wrong: """
            static instance *current;
            void rings(uint64_t id) {
              current->host.report_state(current->host.ctx, (hsw_call){id}, now(current), HSW_CALL_RINGING);
            }
            """,
          right: """
            void rings(instance *in, uint64_t id) {
              in->host.report_state(in->host.ctx, (hsw_call){id}, now(in), HSW_CALL_RINGING);
            }
            """),
        swift: .note("An instance is an object; what several share, such as a `Registry`, is `Sendable` and keyed by its owner.")),
    ])
}
