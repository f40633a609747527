extension RuleChapter {
  static let negotiation = RuleChapter(
    "Negotiation", "Host and transport agree on a version by one function, and the host reads what it can make instances of.",
    [
      TransportRule(
        14, .must, "Look at the query's size first",
        """
        The query answers HSW_E_INVAL for NULL and for a `size` below that of version 1.0, and reads and writes nothing beyond `size`;
        the size is looked at before the magic.
        """,
        why: "A transport cannot know which host calls it: clearing a short struct at the end of a page as a whole one crashes.",
        consequence: "The host always hands over a whole one; another host dies in the query.",
        proof: .by("abi.small-query"),
        c: .code(
          wrong: """
            hsw_status query(hsw_query *q) {
              memset(q, 0, sizeof *q);
              return HSW_E_VERSION;
            }
            """,
          right: """
            hsw_status query(hsw_query *q) {
              size_t first = offsetof(hsw_query, reason) + sizeof q->reason; /* all that version 1.0 had */
              if (!q || q->size < first || q->magic != HSW_MAGIC) return HSW_E_INVAL;
              q->entry = NULL;
              return HSW_E_VERSION;
            }
            """),
        swift: .note("`TransportPlugin.answer` looks at the size before anything else.")),
      TransportRule(
        15, .must, "Refuse a wrong magic",
        "A query whose magic is not HSW_MAGIC gets HSW_E_INVAL, and nothing is written to it.",
        why: "The name of a function proves nothing of what its caller means by the pointer.",
        consequence: "The host's magic is right; with another caller, memory that is not a query is overwritten.",
        proof: .by("abi.refuse-magic"),
        c: .code(
          wrong: """
            hsw_status query(hsw_query *q) {
              q->chosen_major = HSW_ABI_MAJOR; /* of whatever this is */
              return HSW_OK;
            }
            """,
          right: """
            hsw_status query(hsw_query *q) {
              size_t first = offsetof(hsw_query, reason) + sizeof q->reason;
              if (!q || q->size < first || q->magic != HSW_MAGIC) return HSW_E_INVAL;
              q->chosen_major = HSW_ABI_MAJOR;
              return HSW_OK;
            }
            """),
        swift: .note("`TransportPlugin.answer` does.")),
      TransportRule(
        16, .must, "Choose what both speak",
        """
        The chosen major is within the host's range and one that the transport was written for; at the host's highest major the chosen
        minor is not above the host's.
        """,
        why: "A transport that answers a fixed number works with the hosts it was tested with, and misreads every other one's tables.",
        consequence: "Refused as `version`, with what was chosen and what was offered.",
        proof: .by("abi.exact", "abi.range"),
        c: .code(
          wrong: """
            void choose(hsw_query *q) { q->chosen_major = 1; q->chosen_minor = 7; }
            """,
          right: """
            hsw_status choose(hsw_query *q) {
              if (q->major_min > HSW_ABI_MAJOR || HSW_ABI_MAJOR > q->major_max) return HSW_E_VERSION;
              q->chosen_major = HSW_ABI_MAJOR;
              q->chosen_minor = q->major_max == HSW_ABI_MAJOR && q->minor < HSW_ABI_MINOR ? q->minor : HSW_ABI_MINOR;
              return HSW_OK;
            }
            """),
        swift: .note("`TransportPlugin.answer` chooses.")),
      TransportRule(
        17, .must, "Refuse a version with a sentence",
        "Where no version fits the query answers HSW_E_VERSION, leaves `entry` NULL, and writes one line of UTF-8 into `reason`.",
        why: "An operator who reads \"cannot load\" looks for a broken file; one who reads which versions met knows what to upgrade.",
        consequence: "Refused as `version`, with the reason as it stands there.",
        proof: .by("abi.refuse-new"),
        c: .code(
          wrong: """
            hsw_status refuse(hsw_query *q) { (void)q; return HSW_E_VERSION; }
            """,
          right: """
            hsw_status refuse(hsw_query *q) {
              snprintf(q->reason, sizeof q->reason, "sip speaks version %u, the host %u to %u", HSW_ABI_MAJOR, q->major_min, q->major_max);
              return HSW_E_VERSION;
            }
            """),
        swift: .note("`TransportPlugin.answer` writes the reason.")),
      TransportRule(
        18, .must, "Describe yourself in the grammar",
        """
        A descriptor's id is 3 to 64 of `a-z 0-9 . -`, reverse-DNS; its texts are strings of this contract, and name and version
        are not empty.
        """,
        why: "The id names folders, settings and log lines, on every system that the transport will ever be installed on.",
        consequence: "Refused as `refused`, with the field, what was found and what is wanted.",
        proof: .by("abi.descriptor"),
        c: .code(
          wrong: """
            const hsw_str id = {"My SIP", 6}, name = {"T\\xe9l\\xe9phone", 9}; /* blanks and capitals; Latin-1 */
            """,
          right: """
            const hsw_str id = {"org.example.sip", 15}, name = {"T\\xc3\\xa9l\\xc3\\xa9phone", 11};
            """),
        swift: .code(
          wrong: """
            static let descriptor = TransportDescriptor(id: "My SIP", name: "SIP", version: "")
            """,
          right: """
            static let descriptor = TransportDescriptor(id: "org.example.sip", name: "SIP", version: "1.3.0")
            """)),
      TransportRule(
        19, .must, "End the list of descriptors",
        """
        `descriptor` answers the same static descriptor for an index each time, before `load` too, from any thread; NULL at and past
        `n_descriptors`; and no id comes twice.
        """,
        why: "A host that reads a list up to its end reads past it where the list does not end.",
        consequence: "Refused as `refused`: a descriptor past the end, NULL within, or the same id twice.",
        proof: .by("abi.descriptor"),
        c: .code(
          wrong: """
            extern const hsw_descriptor descriptors[1];
            const hsw_descriptor *descriptor(uint32_t index) { return &descriptors[index]; }
            """,
          right: """
            extern const hsw_descriptor descriptors[1];
            const hsw_descriptor *descriptor(uint32_t index) { return index < 1 ? &descriptors[index] : NULL; }
            """),
        swift: .note("TransportKit keeps the list; two transports of one library have two ids.")),
      TransportRule(
        20, .must, "Create what is requested",
        "`create` compares the whole id; for one that it does not have it answers HSW_E_INVAL, and *out stays as it was.",
        why: "With two transports in one file, taking whatever comes makes the wrong one, under the right one's name.",
        consequence: "The host only requests ids that were listed; the wrong instance would answer under that name.",
        proof: .by("abi.create-unknown"),
        c: .code(
          wrong: """
            hsw_status create(hsw_str id, const hsw_instance **out, const hsw_instance *only) {
              (void)id;
              *out = only;
              return HSW_OK;
            }
            """,
          right: """
            hsw_status create(hsw_str id, const hsw_instance **out, const hsw_instance *only) {
              if (id.n != 15 || memcmp(id.p, "org.example.sip", 15)) return HSW_E_INVAL;
              *out = only;
              return HSW_OK;
            }
            """),
        swift: .note("TransportKit looks the id up.")),
    ])
}
