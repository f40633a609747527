extension RuleChapter {
  static let file = RuleChapter(
    "The file", "What a transport is before any of its code runs: an ELF shared object, and the manifest beside it.",
    [
      TransportRule(
        1, .must, "Be a whole shared object",
        """
        A transport is an ELF shared object for the machine that it runs on: every header inside the file, a stack that is not
        executable, no text relocations.
        """,
        why: """
          A file that is cut short, as a half-finished installation leaves it, kills the process that opens it: the linker reads past
          its end, and a bus error ends the process before it can report why.
          """,
        consequence: "Refused as `malformed`, or `foreign` for another machine, with the header's field; it is never opened.",
        proof: .by("load.elf-sane"),
        c: .shell(
          wrong: "cc -shared -Wl,-z,execstack sip.c -o sip.so",
          right: "cc -shared -fPIC -I PREFIX/include sip.c -o sip.so"),
        swift: .shell(
          wrong: "swiftc -emit-library -Xlinker -z -Xlinker execstack Sip.swift -o sip.so",
          right: "swift build -c release --product Sip")),
      TransportRule(
        2, .must, "Let every symbol resolve at once",
        """
        Every symbol that a transport uses is found when it is opened with RTLD_NOW and RTLD_LOCAL, and every library that it names is
        found without LD_LIBRARY_PATH.
        """,
        why: """
          A symbol that is looked up at its first use may be missing then: the linker prints a line and ends the host in the middle of a
          call. [Apache Celix](https://github.com/apache/celix/issues/492) met it: the plugin loaded well, and the host died when it was
          started.
          """,
        consequence: "Refused as `unloadable`, with the linker's own message.",
        proof: .by("load.bind-now"),
        c: .shell(
          wrong: "cc -shared -fPIC sip.c -o sip.so                     # resample() is in a library that is not linked",
          right: "cc -shared -fPIC sip.c -o sip.so -lspeexdsp -Wl,-z,defs  # a missing symbol is an error here"),
        swift: .shell(
          wrong: "swift build -c release -Xlinker --unresolved-symbols=ignore-all",
          right: "swift build -c release -Xlinker -z -Xlinker defs")),
      TransportRule(
        3, .must, "Export the entry as a function of this file",
        "`hookswitch_transport_query` is exported, is a function, and lies in this very file.",
        why: """
          Data under that name is called as code, and a function that another library brings along answers for a transport that is not
          there.
          """,
        consequence: "Refused as `no-entry`, and what was found instead is named.",
        proof: .by("load.entry-symbol"),
        c: .code(
          wrong: """
            HSW_EXPORT hsw_status sip_transport_query(hsw_query *q) { /* a name that no host looks up */
              return q ? HSW_E_VERSION : HSW_E_INVAL;
            }
            """,
          right: """
            HSW_EXPORT hsw_status hookswitch_transport_query(hsw_query *q) {
              return q ? HSW_E_VERSION : HSW_E_INVAL;
            }
            """),
        swift: .note(
          """
          `@c(hookswitch_transport_query) @implementation public func` with a `public` import of TransportABI: without `public`
          the symbol is gone from a release build.
          """
        )),
      TransportRule(
        4, .should, "Export nothing else",
        "The entry is the only symbol that a transport exports.",
        why: """
          Names meet in one process: a plugin's own function can be replaced by the host's, or by another library's, of the same name.
          [RPM's plugins](https://github.com/rpm-software-management/rpm/issues/1663) called a function of libmagic instead of their own.
          """,
        consequence: "Nothing is refused; the kit warns and lists the names.",
        proof: .by("load.exports-minimal"),
        c: .code(
          wrong: """
            void hsw_log(const char *line) { fputs(line, stderr); } /* visible: the first definition wins */
            """,
          right: """
            static void hsw_log(const char *line) { fputs(line, stderr); }
            """),
        swift: .shell(
          wrong: "swift build -c release",
          right: "swift build -c release -Xlinker --version-script=exports.map  # { global: hookswitch_transport_query; local: *; };")),
      TransportRule(
        5, .must, "Agree in manifest, note and descriptor",
        """
        A transport is identified without being run, by a manifest beside its file or an ELF note in it; a field that two of manifest,
        note and descriptor have has the same value in both.
        """,
        why: """
          Hosts choose, list and pin transports by the manifest or the note. An old library under a new manifest is a half-finished
          upgrade, and must not take calls.
          """,
        consequence: "Refused as `contradiction`, with the field and both values; without manifest and note, as `no-manifest`.",
        proof: .by("load.manifest-match"),
        c: .code(
          wrong: """
            HSW_NOTE("org.example.sip", "1.2.0", 0);
            const hsw_str version = {"1.3.0", 5}; /* what the descriptor says */
            """,
          right: """
            #define VERSION "1.3.0"
            HSW_NOTE("org.example.sip", VERSION, 0);
            const hsw_str version = {VERSION, sizeof VERSION - 1};
            """),
        swift: .note(
          "Write the manifest from the descriptor with `hookswitch manifest`; `TransportDescriptor.note` prints the note's text.")),
      TransportRule(
        6, .must, "Keep Swift code mapped",
        "A shared object with Swift code in it sets HSW_ENTRY_NO_UNLOAD.",
        why: """
          The Swift runtime keeps what it has read of a library for ever. Once the library is unmapped, the next lookup of a protocol
          conformance, anywhere in the process, reads memory that is gone.
          """,
        consequence: "No effect in a host that never unmaps; one that does would crash later, somewhere else.",
        proof: .by("unload.swift-flag"),
        c: .note("C alone may leave the flag clear; C that links Swift sets it."),
        swift: .note("TransportKit sets the flag; link with `-z nodelete` besides, so that it is never unmapped.")),
      TransportRule(
        7, .must, "Replace a file by renaming",
        "A transport's file is replaced by writing the new one aside and renaming it, never by writing over it.",
        why: """
          A loaded file is mapped, not copied: truncating it, or copying over it, changes the code that runs. The process dies at once,
          of a bus error or in the middle of an instruction.
          """,
        consequence: "A file that changed under a loaded module is refused as `replaced`; one that is written over ends the host.",
        proof: .notTestable("It is about the installation of a transport, not about the transport."),
        c: .shell(wrong: "cp sip.so DIR/sip.so", right: "cp sip.so DIR/.sip.so.new && mv DIR/.sip.so.new DIR/sip.so"),
        swift: .shell(
          wrong: "cp .build/release/libSip.so DIR/libSip.so",
          right: "cp .build/release/libSip.so DIR/.libSip.so.new && mv DIR/.libSip.so.new DIR/libSip.so")),
    ])
}
