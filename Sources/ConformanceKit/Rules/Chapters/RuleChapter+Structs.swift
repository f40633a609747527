extension RuleChapter {
  static let structs = RuleChapter(
    "Structs and tables", "Host and transport may be years apart: each reads of the other's structs what it knows, and no more.",
    [
      TransportRule(
        21, .must, "Set size, and clear the rest",
        """
        Every struct that a transport hands out has its `size` set to `sizeof`, between that of version 1.0 and 64 KiB; unused flags and
        `reserved` are zero.
        """,
        why: "A size of zero says that there is nothing in it, and rubbish in a reserved field gets a meaning with the next version.",
        consequence: """
          A table whose size is out of range is not valid: the transport is refused, or the instance lost; a report with such a struct
          gets HSW_E_INVAL and is counted as malformed.
          """,
        proof: .by("abi.sizes-set"),
        c: .code(
          wrong: """
            void say(instance *in, call *it) {
              hsw_call_info info; /* whatever the stack holds */
              info.display_name = str("Alice");
              in->host.report_update(in->host.ctx, (hsw_call){it->id}, now(in), &info);
            }
            """,
          right: """
            void say(instance *in, call *it) {
              hsw_call_info info = {.size = sizeof info};
              info.display_name = str("Alice");
              in->host.report_update(in->host.ctx, (hsw_call){it->id}, now(in), &info);
            }
            """),
        swift: .note("TransportKit fills in every struct.")),
      TransportRule(
        22, .must, "Read no further than size",
        "Of a struct of the host's a transport reads min(size, sizeof) bytes and takes the rest as zero.",
        why: "An older host's table ends earlier: what lies behind it is other memory, and is called as a function.",
        consequence: "This host's structs are never shorter than the transport was promised; another one's may be.",
        proof: .by("abi.old-host"),
        c: .code(
          wrong: """
            void keep(instance *in, const hsw_host *host) { in->host = *host; }
            """,
          right: """
            void keep(instance *in, const hsw_host *host) {
              memset(&in->host, 0, sizeof in->host);
              memcpy(&in->host, host, host->size < sizeof in->host ? host->size : sizeof in->host);
            }
            """),
        swift: .note("TransportKit copies every table that way.")),
      TransportRule(
        23, .must, "Take longer structs and unknown flags",
        "A struct longer than one's own, and unknown bits of `flags` outside HSW_MUST, are not errors: they are ignored.",
        why: "A plugin that insists on the size it was compiled with is broken by every release of every host.",
        consequence: "The transport refuses newer hosts; an operator sees its own error.",
        proof: .by("abi.new-host"),
        c: .code(
          wrong: """
            int is_ours(const hsw_host *host) { return host->size == sizeof *host && host->flags == 0; }
            """,
          right: """
            int is_ours(const hsw_host *host) { /* all that version 1.0 had is there; more does no harm */
              return host->size >= offsetof(hsw_host, request_restart) + sizeof host->request_restart;
            }
            """),
        swift: .note("TransportKit does.")),
      TransportRule(
        24, .must, "Refuse what must be understood",
        "An unknown bit of `flags` within HSW_MUST gets HSW_E_NOTSUP.",
        why: "It is the one way to say \"do not go on without knowing this\"; a transport that goes on does the wrong thing in good faith.",
        consequence: "The host does the same with a transport's structs: HSW_E_NOTSUP for a report, refusal or loss for a table.",
        proof: .by("abi.new-host", "bad.enums"),
        c: .code(
          wrong: """
            hsw_status start(void *ctx, hsw_call c, const hsw_call_info *to) {
              return add(ctx, c, to->handle) ? HSW_OK : HSW_E_NOMEM;
            }
            """,
          right: """
            hsw_status start(void *ctx, hsw_call c, const hsw_call_info *to) {
              if (to->flags & HSW_MUST) return HSW_E_NOTSUP; /* we know none of them */
              return add(ctx, c, to->handle) ? HSW_OK : HSW_E_NOMEM;
            }
            """),
        swift: .note("TransportKit refuses them.")),
      TransportRule(
        25, .must, "Look before calling",
        """
        A function of a host extension is called only if its table is offered, reaches that far, and holds it there; a host without the
        optional ones is still a valid host.
        """,
        why: "Logs and secrets are services that small hosts do not have. What is NULL in them is called as code at address zero.",
        consequence: "The transport crashes in the hosts that do not offer it.",
        proof: .by("abi.no-host-extensions", "abi.null-optional"),
        c: .code(
          wrong: """
            void note(instance *in, const char *line) { in->log.log(in->host.ctx, HSW_LOG_INFO, str("sip"), str(line)); }
            """,
          right: """
            void note(instance *in, const char *line) {
              if (HSW_HAS(hsw_host_log, &in->log, log)) in->log.log(in->host.ctx, HSW_LOG_INFO, str("sip"), str(line));
            }
            """),
        swift: .note("`Host.log`, `Host.secret` and the others do nothing where the host does not offer them.")),
      TransportRule(
        26, .must, "Compare extension ids whole",
        "`get_extension` answers NULL for every id that is not, letter by letter and with its revision, one that is offered.",
        why: "A transport that takes `…hold/2` for `…hold/1` hands out a table of the wrong shape.",
        consequence: "The host requests ids that it knows; a newer one gets a table that it reads wrongly.",
        proof: .by("abi.unknown-extension"),
        c: .code(
          wrong: """
            extern const hsw_hold hold;
            const void *get_extension(void *ctx, const char *id) {
              (void)ctx;
              return strncmp(id, "org.hookswitch.hold", 19) ? NULL : &hold;
            }
            """,
          right: """
            extern const hsw_hold hold;
            const void *get_extension(void *ctx, const char *id) {
              (void)ctx;
              return strcmp(id, HSW_EXT_HOLD) ? NULL : &hold;
            }
            """),
        swift: .note("TransportKit compares; a transport offers an extension by conforming to its protocol.")),
      TransportRule(
        27, .must, "Keep what was handed out as it is",
        """
        What is tagged `life` or `static`, an instance's table, the entry, descriptors, the tables of extensions, stays at its place and
        unchanged; `get_extension` answers the same pointer each time, from any thread.
        """,
        why:
          """
          A host may compare two answers, or keep the first pointer: a table on the heap that is made anew is soon a table that was
          freed.
          """,
        consequence: "The host copies tables once and sees no later change; another one reads freed memory.",
        proof: .by("abi.extension-stable"),
        c: .code(
          wrong: """
            extern const hsw_hold hold;
            const void *table(void) {
              hsw_hold *copy = malloc(sizeof *copy);
              return copy ? memcpy(copy, &hold, sizeof hold) : NULL;
            }
            """,
          right: """
            extern const hsw_hold hold; /* static: made once, the same for all instances */
            const void *table(void) { return &hold; }
            """),
        swift: .note("TransportKit makes each table once.")),
      TransportRule(
        28, .must, "Bound every number",
        """
        A code, kind or order out of its range gets HSW_E_RANGE; the exceptions are an unknown `why`, which means HSW_WHY_HANGUP, and an
        unknown end reason, which means HSW_END_FAILED.
        """,
        why:
          """
          Codes are appended with each minor version: sooner or later a number arrives that was not in the header when the array
          was sized.
          """,
        consequence: "The host treats a transport's numbers the same way: HSW_E_RANGE, counted as malformed.",
        proof: .by("bad.enums"),
        c: .code(
          wrong: """
            int sip_code(hsw_end_why why) {
              static const int codes[] = {0, 480, 603, 486, 403, 486, 408};
              return codes[why];
            }
            """,
          right: """
            int sip_code(hsw_end_why why) {
              static const int codes[] = {0, 480, 603, 486, 403, 486, 408};
              return codes[why < sizeof codes / sizeof *codes ? why : HSW_WHY_HANGUP];
            }
            """),
        swift: .note("TransportKit hands methods enumerations, and refuses the rest before they are called.")),
    ])
}
