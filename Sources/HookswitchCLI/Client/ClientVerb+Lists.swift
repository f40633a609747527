internal import HostSurface
internal import StrictJSON

// The client verbs that list, and those about the memory.
extension ClientVerb {
  /// All client verbs, in the order of help.
  static var all: [ClientVerb] { calls + lists }

  /// All client verbs with their actions, as verbs of the command.
  static var entries: [VerbEntry] {
    all.map { verb in
      var actions = actions.filter { $0.name.hasPrefix(verb.name + " ") }.map(\.entry)
      // It needs no daemon, and so no method.
      if verb.method == .directoryList { actions.append(VerbEntry(DirectoryCheckVerb.self)) }
      if verb.method == .clusterStatus { actions.append(VerbEntry(ClusterReleaseVerb.self)) }
      return actions.isEmpty ? verb.entry : VerbEntry([verb.entry] + actions)
    }
  }

  static func list(
    _ name: String, _ method: MethodName, _ summary: String, _ columns: [ClientTable.Column], of member: String,
    operands: [VerbOperand] = [], options: [VerbOption] = [], _ parameters: [(name: String, source: Source)] = []
  ) -> ClientVerb {
    ClientVerb(
      name, method, summary, method.declaration.summary, operands: operands, options: options,
      example: VerbExample("hookswitch \(name) --json", "The same for a program."), parameters,
      text: { result, console in ClientTable(columns).text(of: result[member]?.array ?? [], console) })
  }

  static let lists: [ClientVerb] = [
    list(
      "calls", .callList, "List the daemon's calls",
      [
        .short("call"), .text("state"), .text("provider"), .text("displayName"), .flags(["muted", "remotelyHeld", "mixed", "recording"]),
      ], of: "calls", options: [VerbOption("--line", value: "LINE", "Only the calls of this line.")], [("line", .option("--line"))]),
    ClientVerb(
      "status", .hostStatus, "Show the state of the daemon", MethodName.hostStatus.declaration.summary,
      example: VerbExample("hookswitch status", "Show whether the daemon runs well."), text: { result, _ in ClientTable.status(result) }),
    ClientVerb(
      "audio", .audioGet, "Show the state of a line's audio, and choose its route", MethodName.audioGet.declaration.summary,
      operands: [VerbOperand("LINE", .optional, "The line (default main).")],
      example: VerbExample("hookswitch audio", "Show which provider has the sound, and the route."), [("line", .operand(0))],
      text: { result, _ in ClientTable.members(result) }),
    list(
      "providers", .providerList, "List the daemon's providers",
      [
        .text("provider"), .text("standing"), .text("kind"), .text("transport"), .text("line"), .text("calls"), .text("reason"),
        .button("button"),
      ],
      of: "providers"),
    ClientVerb(
      "stats", .providerStatistics, "Show the counters of a provider's transport", MethodName.providerStatistics.declaration.summary,
      operands: [VerbOperand("PROVIDER", .one, "The provider.")],
      example: VerbExample("hookswitch stats office", "Show the counters of the provider office."), [("provider", .operand(0))],
      text: { result, _ in result["statistics"]?.pretty() }),
    history,
    list(
      "favourites", .contactList, "List the favourite contacts", [.text("favourite"), .text("id"), .text("name"), .handles("handles")],
      of: "contacts", [("favourites", .constant(true))]),
    list(
      "contacts", .contactList, "List contacts, and take them in and out", [.text("id"), .text("name"), .handles("handles")],
      of: "contacts", operands: [VerbOperand("TEXT", .optional, "Only the contacts with this text.")],
      options: [VerbOption("--favourites", "Only the favourites.")], [("text", .operand(0)), ("favourites", .flag("--favourites"))]),
    ClientVerb(
      "block", .blockAdd, "Block a caller", "It prints the number of the rule. hookswitch blocked lists the rules.",
      operands: [VerbOperand("HANDLE", .one, "The number or URI.")],
      options: [
        VerbOption("--reason", value: "TEXT", "Keep a reason with the rule."), VerbOption("--silence", "Let it ring without a tone."),
        VerbOption("--until", value: "TIME", "Block it until this time, such as 2026-11-24T20:00:00Z."),
      ],
      example: VerbExample("hookswitch block +12025550100", "Refuse calls of this number."),
      [
        ("kind", .constant("exact")), ("value", .operand(0)), ("effect", .choice([("--silence", "silence")])),
        ("reason", .option("--reason")), ("until", .option("--until")),
      ], text: { result, _ in result["id"]?.integer.map { "rule \($0)" } }),
    ClientVerb(
      "allow", .blockAdd, "Let a caller through all block rules", "It prints the number of the rule.",
      operands: [VerbOperand("HANDLE", .one, "The number or URI.")],
      example: VerbExample("hookswitch allow +12025550100", "Let this number ring."),
      [("kind", .constant("exact")), ("value", .operand(0)), ("effect", .constant("allow"))],
      text: { result, _ in result["id"]?.integer.map { "rule \($0)" } }),
    list(
      "blocked", .blockList, "List the block rules",
      [.text("id"), .text("kind"), .text("value"), .text("effect"), .text("addedBy"), .text("hits"), .text("reason")], of: "rules"),
    ClientVerb(
      "unblock", .blockRemove, "Remove a block rule", MethodName.blockRemove.declaration.summary,
      operands: [VerbOperand("ID", .one, "The rule's number.")],
      example: VerbExample("hookswitch unblock 3", "Remove the third rule."), [("id", .operand(0))]),
    ClientVerb(
      "dnd", .doNotDisturbSet, "Switch do-not-disturb, or show it", MethodName.doNotDisturbSet.declaration.summary,
      operands: [VerbOperand("MODE", .optional, "on, off, or schedule; the present state is shown without one.")],
      options: [VerbOption("--until", value: "TIME", "On until this time, such as 2026-11-24T20:00:00Z.")],
      example: VerbExample("hookswitch dnd on", "Let nobody ring but those who are let through."),
      [("mode", .operand(0)), ("until", .option("--until"))], text: { result, _ in ClientTable.members(result) },
      flow: showOrSwitch(by: .doNotDisturbGet)),
    ClientVerb(
      "check", .callerCheck, "Show whether a caller would ring, and why", MethodName.callerCheck.declaration.summary,
      operands: [VerbOperand("HANDLE", .optional, "The caller (default a withheld one).")],
      example: VerbExample("hookswitch check +12025550100", "Show each rule's word about this number."), [("handle", .operand(0))],
      text: { result, console in ClientTable.decision(result, console) }),
    list(
      "directory", .directoryList, "List the call directories, and switch, load and ask them",
      [.text("directory"), .text("name"), .text("status"), .text("state"), .text("blocking"), .text("identification"), .text("loaded")],
      of: "directories"),
    ClientVerb(
      "access", .accessList, "List the programs that may use the daemon, and grant or revoke rights",
      "\(MethodName.accessList.declaration.summary) A program whose name waits for a person is pending.",
      example: VerbExample("hookswitch access --json", "The same for a program."), text: ClientTable.grants),
    cluster,
  ]

  /// Returns the flow of a verb that asks by another method when it has neither operands nor options of its own.
  private static func showOrSwitch(
    by query: MethodName
  ) -> @Sendable (ClientVerb, Arguments, Console) throws(CommandError) -> Void {
    { verb, arguments, console throws(CommandError) in
      var plain = verb
      if arguments.operands.isEmpty, !verb.options.contains(where: { arguments.has($0.name) || arguments.value($0.name) != nil }) {
        plain = ClientVerb(verb.name, query, verb.summary, verb.discussion, example: verb.example, text: verb.text)
      }
      plain.flow = nil
      try plain.perform(arguments, console)
    }
  }
}
