extension RuleChapter {
  static let loading = RuleChapter(
    "Loading", "From the moment the file is opened until `load` has returned: nothing may happen yet that is visible outside.",
    [
      TransportRule(
        8, .must, "Do nothing when looked at",
        """
        Opening the file, the query and the descriptors have no effect outside themselves: no thread, file descriptor, child, signal
        handler, change of the environment, or output.
        """,
        why: """
          Transports are opened to be listed, by programs that will never use them. A constructor that opens a device, or prints a
          banner, does so in all of them, and may break a program that writes data to standard output.
          """,
        consequence: "None at run time: the kit sees it, and an operator sees a listing that is slow, or loud.",
        proof: .by("load.no-side-effects"),
        c: .code(
          wrong: """
            __attribute__((constructor)) static void begin(void) { printf("SIP stack 1.2\\n"); }
            """,
          right: """
            hsw_status init(void *ctx, hsw_why *why) { /* the place for what an instance needs */
              instance *in = ctx;
              in->socket = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
              if (in->socket >= 0) return HSW_OK;
              snprintf(why->text, sizeof why->text, "no socket: %s", strerror(errno));
              return HSW_E_FAIL;
            }
            """),
        swift: .code(
          wrong: """
            static let network: Network = { setenv("SIP_HOME", "/tmp", 1); return Network() }()
            """,
          right: """
            func begin() throws(TransportError) {
              host.log(.info, "the stack starts")
            }
            """)),
      TransportRule(
        9, .should, "Load within a blink",
        "Opening and describing a transport takes less than 100 ms, and so does `load`; `load` starts no thread and uses no network.",
        why:
          """
          A host that starts loads its transports one after the other; one that waits for a name server holds up all of them.
          """,
        consequence:
          "After 5 s the host gives up: refused as `late`, with the function's name; the thread that waited is lost until it restarts.",
        proof: .by("load.scan-time"),
        c: .code(
          wrong: """
            hsw_status load(hsw_str dso_path) {
              (void)dso_path;
              return system("resolvectl query sip.example.org") ? HSW_E_NET : HSW_OK;
            }
            """,
          right: """
            hsw_status load(hsw_str dso_path) {
              (void)dso_path; /* names are looked up when they are needed, after activate */
              return HSW_OK;
            }
            """),
        swift: .note(
          "TransportKit's `load` only makes tables; keep `static let` values cheap, since the first look at a descriptor computes them.")),
      TransportRule(
        10, .must, "Count loads",
        "`load` may come again while instances live: each HSW_OK is paired with one `unload`, and a second load does no harm.",
        why: """
          Two parts of one program may use the same transport. [Coupler](https://github.com/coupler-rs/coupler/issues/18) notes the same
          of audio plugins: a plugin that hosts plugins loads what its own host has loaded already.
          """,
        consequence: "The second loading resets what the first one's instances use; what happens then is the transport's own doing.",
        proof: .by("load.counted"),
        c: .code(
          wrong: """
            static struct { int n_instances; } shared;
            hsw_status load(hsw_str dso_path) {
              (void)dso_path;
              memset(&shared, 0, sizeof shared); /* and the instances that are up? */
              return HSW_OK;
            }
            """,
          right: """
            static unsigned loads; /* [loader]: one call at a time */
            hsw_status load(hsw_str dso_path) {
              (void)dso_path;
              if (loads++ == 0) { /* the first one sets up what instances share */ }
              return HSW_OK;
            }
            """),
        swift: .note("TransportKit counts.")),
      TransportRule(
        11, .must, "Leave nothing after the last unload",
        """
        When the last `unload` returns, no thread, timer, descriptor or handler of the shared object is left, and the whole life can
        begin again with another `load`.
        """,
        why: """
          [RDK](https://github.com/rdkcentral/rdkservices/issues/4089) has the bug reports: a detached thread wakes up in code that is
          not there any more, and the crash has no useful stack.
          """,
        consequence: "The host keeps the code mapped, so that what was left behind goes on running.",
        proof: .by("unload.reload", "unload.flag-honest"),
        c: .code(
          wrong: """
            static int is_over;
            void unload(void) { is_over = 1; }
            hsw_status load(hsw_str dso_path) { (void)dso_path; return is_over ? HSW_E_STATE : HSW_OK; }
            """,
          right: """
            static pthread_t worker;
            static unsigned loads;
            void unload(void) {
              if (--loads == 0) pthread_join(worker, NULL); /* asked to end before */
            }
            """),
        swift: .note("TransportKit starts nothing that outlives its instances; a thread that a transport starts is joined in `close()`.")),
      TransportRule(
        12, .must, "Say if the code must stay",
        """
        Code that cannot be unmapped sets HSW_ENTRY_NO_UNLOAD: what leaves threads, `atexit` or `pthread_atfork` handlers, or destructors
        of thread-local data. With the flag clear, closing the file really unmaps it.
        """,
        why: """
          [LDMS](https://github.com/ovis-hpc/ldms/pull/2061) took its `dlclose` out again: plugins had left callbacks with other libraries,
          which were called after the code was gone.
          """,
        consequence: "A host that unmaps what says it can be crashes later; this one unmaps nothing.",
        proof: .by("unload.flag-honest"),
        c: .code(
          wrong: """
            static void flush(void) {}
            hsw_status load(hsw_str dso_path) {
              (void)dso_path;
              return atexit(flush) ? HSW_E_NOMEM : HSW_OK; /* runs at exit, wherever this code is by then */
            }
            const hsw_entry entry = {.size = sizeof(hsw_entry), .flags = 0};
            """,
          right: """
            static void flush(void) {}
            hsw_status load(hsw_str dso_path) {
              (void)dso_path;
              return atexit(flush) ? HSW_E_NOMEM : HSW_OK;
            }
            const hsw_entry entry = {.size = sizeof(hsw_entry), .flags = HSW_ENTRY_NO_UNLOAD};
            """),
        swift: .note("TransportKit sets the flag always.")),
      TransportRule(
        13, .must, "Leave the process alone",
        """
        A transport never ends, stops or forks the process that it lives in, and changes nothing that belongs to all of it: working
        folder, umask, locale, limits, or file descriptors that it did not open.
        """,
        why: "It is a guest: other transports carry calls in the same process, and one of those may be to an emergency number.",
        consequence: "The calls of every transport end with the process.",
        proof: .by("load.no-side-effects", "life.create-destroy", "fuzz.sequence"),
        c: .code(
          wrong: """
            void fatal(const char *line) { fputs(line, stderr); exit(1); }
            """,
          right: """
            void fatal(instance *in, const char *line) { in->host.request_restart(in->host.ctx, str(line)); }
            """),
        swift: .code(
          wrong: """
            func fatal(_ line: String) { fatalError(line) }
            """,
          right: """
            func fatal(_ line: String) { host.requestRestart(line) }
            """)),
    ])
}
