extension RuleChapter {
  static let memory = RuleChapter(
    "Strings and memory", "Neither side frees what the other side allocated, or keeps what was only lent.",
    [
      TransportRule(
        29, .must, "Pass valid strings",
        """
        A string that a transport hands over is UTF-8 of at most HSW_STR_MAX bytes, with `p[n] == 0` and no NUL inside; an empty
        one may have a NULL `p`.
        """,
        why:
          """
          Names come from networks, in whatever encoding the far end's phone was sold with. One such name must not blind a whole
          list of calls.
          """,
        consequence: "A report with another string in it gets HSW_E_INVAL, is counted as malformed, and goes no further.",
        proof: .by("abi.descriptor", "bad.strings"),
        c: .code(
          wrong: """
            hsw_str slice(const char *header, size_t from, size_t n) {
              hsw_str s = {header + from, n}; /* what follows is the rest of the header, not a NUL */
              return s;
            }
            """,
          right: """
            hsw_str slice(char room[256], const char *header, size_t from, size_t n) {
              hsw_str s = {room, n < 255 ? n : 255};
              memcpy(room, header + from, s.n);
              room[s.n] = 0;
              return s;
            }
            """),
        swift: .code(
          wrong: """
            func name(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) } // a NUL stays inside
            """,
          right: """
            func name(_ bytes: [UInt8]) -> String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
            """)),
      TransportRule(
        30, .must, "Survive every string",
        """
        A string from the host may be empty, long, or not what the network allows: what a transport cannot use it refuses with
        HSW_E_INVAL, whole, and it never writes past its own room.
        """,
        why: "What a person pasted into the dialler arrives here. A fixed buffer and a copy without a bound is how phones are taken over.",
        consequence: "The host passes on what is well-formed and at most 64 KiB; the rest of the care is the transport's.",
        proof: .by("bad.strings"),
        c: .code(
          wrong: """
            void keep(char room[64], hsw_str handle) { strcpy(room, handle.p); }
            """,
          right: """
            hsw_status keep(char room[64], hsw_str handle) {
              if (handle.n == 0 || handle.n >= 64) return HSW_E_INVAL;
              memcpy(room, handle.p, handle.n + 1);
              return HSW_OK;
            }
            """),
        swift: .code(
          wrong: """
            func isOurs(_ handle: String) -> Bool { handle.utf8.first == handle.utf8[handle.utf8.index(handle.startIndex, offsetBy: 4)] }
            """,
          right: """
            func check(_ handle: String) throws(TransportError) {
              guard handle.hasPrefix("sip:"), handle.utf8.count < 256 else { throw TransportError(.invalid, "not a SIP URI") }
            }
            """)),
      TransportRule(
        31, .must, "Copy what you keep",
        """
        Every argument is borrowed until the function returns, unless its tag says otherwise: strings, infos, errors, the structs of
        rings. And neither side frees what the other one allocated.
        """,
        why:
          """
          The host's text lives in memory that is used again for the next call. A pointer kept to it shows one caller's name on
          another's call.
          """,
        consequence: "The transport reads the next call's text, or memory that is gone.",
        proof: .by("abi.borrow"),
        c: .code(
          wrong: """
            void keep(call *it, const hsw_call_info *to) { it->handle = (char *)to->handle.p; }
            """,
          right: """
            hsw_status keep(call *it, const hsw_call_info *to) {
              it->handle = malloc(to->handle.n + 1);
              if (!it->handle) return HSW_E_NOMEM;
              memcpy(it->handle, to->handle.p, to->handle.n);
              it->handle[to->handle.n] = 0;
              return HSW_OK;
            }
            """),
        swift: .note("Methods get values, which are copies.")),
      TransportRule(
        32, .must, "Write only where there is room",
        """
        Into the host's memory, `why`, a query's reason, a test-peer's info, a transport writes within the size that is given, text ends
        with a NUL, and it is a sentence of UTF-8.
        """,
        why: "A message that is one byte too long overwrites the host's stack, and does so only for the errors that were not tested.",
        consequence: "The host reads up to the NUL and takes control characters out; a write beyond that overwrites the host's own memory.",
        proof: .by("life.init-fails-clean", "error.honest"),
        c: .code(
          wrong: """
            void explain(hsw_why *why, const char *server) { sprintf(why->text, "no answer from %s", server); }
            """,
          right: """
            void explain(hsw_why *why, const char *server) { snprintf(why->text, sizeof why->text, "no answer from %s", server); }
            """),
        swift: .note("The message of a `TransportError` is cut at a whole character.")),
      TransportRule(
        33, .must, "Expect short reads and writes",
        """
        A sink takes, and a source gives, as many bytes as it likes: go on with the rest, until all is through, the source answers 0, or
        either answers less than 0, which means stop.
        """,
        why: "Files give all at once, pipes and sockets do not: code that was tried with a file loses the tail of the state in a daemon.",
        consequence: "The host gets half a text, and an error where it parses it.",
        proof: .by("state.short-io", "diag.dump"),
        c: .code(
          wrong: """
            hsw_status save(const hsw_sink *s, const char *text, size_t n) {
              return s->write(s->ctx, text, n) < 0 ? HSW_E_FAIL : HSW_OK;
            }
            """,
          right: """
            hsw_status save(const hsw_sink *s, const char *text, size_t n) {
              while (n > 0) {
                int64_t took = s->write(s->ctx, text, n);
                if (took < 0) return HSW_E_FAIL;
                text += took;
                n -= (size_t)took;
              }
              return HSW_OK;
            }
            """),
        swift: .note("TransportKit reads and writes in as many steps as the host wants.")),
    ])
}
