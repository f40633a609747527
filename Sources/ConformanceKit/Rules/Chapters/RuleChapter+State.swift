extension RuleChapter {
  static let state = RuleChapter(
    "State", "Bytes that outlive the process: written by one version of a transport and read by another.",
    [
      TransportRule(
        112, .must, "Read what you wrote",
        "What `save` wrote `load` takes, and a `save` after it writes the same.",
        why: "A state that loses a little with each restart has lost it all within a month.",
        consequence: "The transport begins without its state.",
        proof: .by("state.roundtrip"),
        c: .code(
          wrong: """
            int save(instance *in, char *room, size_t n) { return snprintf(room, n, "%u", (unsigned)in->minted); } /* cut to 32 bits */
            """,
          right: """
            int save(instance *in, char *room, size_t n) { return snprintf(room, n, "1 %llu", (unsigned long long)in->minted); }
            """),
        swift: .code(
          wrong: """
            func save() throws(TransportError) -> [UInt8] { Array(String(describing: server).utf8.prefix(16)) }
            """,
          right: """
            func save() throws(TransportError) -> [UInt8] { Array("1 \\(server)".utf8) }
            """)),
      TransportRule(
        113, .must, "Refuse rubbish, and go on",
        "`load` refuses what is empty, cut short, random, or of a future version, and leaves the instance usable, as it was before.",
        why: "Disks fill up in the middle of a write, and people downgrade. A length field that is believed reads as far as it says.",
        consequence: "The host shows the error; the instance goes on without.",
        proof: .by("state.garbage"),
        c: .code(
          wrong: """
            void *body(const unsigned char *text) {
              uint32_t n;
              memcpy(&n, text, sizeof n);
              return memcpy(malloc(n), text + 4, n);
            }
            """,
          right: """
            void *body(const unsigned char *text, size_t length) {
              uint32_t n;
              if (length < sizeof n) return NULL;
              memcpy(&n, text, sizeof n);
              void *copy = n == length - sizeof n ? malloc(n) : NULL;
              return copy ? memcpy(copy, text + sizeof n, n) : NULL;
            }
            """),
        swift: .code(
          wrong: """
            func load(_ state: [UInt8]) throws(TransportError) { server = String(decoding: state[2...], as: UTF8.self) }
            """,
          right: """
            func load(_ state: [UInt8]) throws(TransportError) {
              guard state.starts(with: Array("1 ".utf8)), let text = String(validating: state.dropFirst(2), as: UTF8.self) else {
                throw TransportError(.invalid, "this is not a state of this transport")
              }
              server = text
            }
            """)),
    ])
}
