internal import HostSurface
internal import StrictJSON

// The actions of client verbs: rows whose name is a verb's and a word.
extension ClientVerb {
  /// All actions, each verb's in the order of help.
  static let actions: [ClientVerb] = audioActions + historyActions + contactActions + directoryActions + accessActions + clusterActions

  private static let audioActions: [ClientVerb] = [
    ClientVerb(
      "audio route", .audioSetRoute, "Choose the route of a line's audio",
      "Chooses one of the routes that hookswitch audio lists. Without ROUTE the line has its usual route again.",
      operands: [VerbOperand("ROUTE", .optional, "The route's name.")],
      options: [VerbOption("--line", value: "LINE", "The route of this line (default main).")],
      example: VerbExample("hookswitch audio route speaker", "Let everybody in the room listen."),
      [("route", .operand(0, default: "")), ("line", .option("--line"))], text: { result, _ in ClientTable.members(result) })
  ]

  private static let contactID = VerbOperand("ID", .one, "The contact's number.")

  private static let contactActions: [ClientVerb] = [
    ClientVerb(
      "contacts add", .contactPut, "Add a contact", "Adds a contact with its numbers or URIs, and prints its number.",
      operands: [
        VerbOperand("NAME", .one, "The contact's name."), VerbOperand("HANDLE", .oneOrMore, "A number or URI."),
      ],
      example: VerbExample("hookswitch contacts add Ann +12025550100", "Add a contact with one number."),
      [("contact", .members([("name", .operand(0)), ("handles", .objects("handle", from: 1))]))],
      text: { result, _ in result["id"]?.integer.map { "contact \($0)" } }),
    ClientVerb(
      "contacts remove", .contactRemove, "Remove a contact", "Removes a contact; its calls stay in the history.", operands: [contactID],
      example: VerbExample("hookswitch contacts remove 3", "Remove the contact with the number 3."), [("id", .operand(0))]),
    ClientVerb(
      "contacts import", .contactImport, "Take in contacts from a vCard file",
      "Reads vCards of versions 2.1, 3.0 and 4.0, at most 4 MiB, and prints the counts. A contact that is known by its UID is changed.",
      operands: [VerbOperand("FILE", .one, "The file; - reads standard input.")],
      example: VerbExample("hookswitch contacts import contacts.vcf", "Take in the contacts of another program."), flow: importContacts),
    ClientVerb(
      "contacts export", .contactExport, "Write contacts as vCards", "Writes vCards of version 4.0 to FILE, or prints them.",
      operands: [VerbOperand("FILE", .optional, "The file (default standard output).")],
      example: VerbExample("hookswitch contacts export contacts.vcf", "Write all contacts to a file."), flow: exportContacts),
    ClientVerb(
      "favourites add", .contactPut, "Make a contact a favourite", "Makes a contact a favourite, the last one of the list.",
      operands: [contactID], example: VerbExample("hookswitch favourites add 3", "Make the contact 3 a favourite."),
      flow: { verb, arguments, console throws(CommandError) in try setFavourite(true, verb, arguments, console) }),
    ClientVerb(
      "favourites remove", .contactPut, "Take a contact out of the favourites", "Takes a contact out of the favourites; the contact stays.",
      operands: [contactID], example: VerbExample("hookswitch favourites remove 3", "The contact 3 is a favourite no more."),
      flow: { verb, arguments, console throws(CommandError) in try setFavourite(false, verb, arguments, console) }),
  ]

  private static let directoryID = VerbOperand("DIRECTORY", .one, "The directory's id.")

  private static func directory(
    _ action: String, _ method: MethodName, _ summary: String, options: [VerbOption] = [],
    _ more: [(name: String, source: Source)] = [],
    flow: (@Sendable (ClientVerb, Arguments, Console) throws(CommandError) -> Void)? = nil
  ) -> ClientVerb {
    ClientVerb(
      "directory \(action)", method, summary, "\(summary).", operands: [directoryID], options: options,
      example: VerbExample("hookswitch directory \(action) org.example.spam", "\(summary)."), [("directory", .operand(0))] + more,
      text: { result, _ in ClientTable.members(result) }, flow: flow)
  }

  private static let directoryActions: [ClientVerb] = [
    directory("enable", .directorySetEnabled, "Let a directory decide about callers", [("enabled", .constant(true))]),
    directory("disable", .directorySetEnabled, "Ask a directory no more", [("enabled", .constant(false))]),
    directory(
      "reload", .directoryReload, "Load a directory again",
      options: [
        VerbOption("--full", "Load it whole, not only its changes."), VerbOption("--no-wait", "Return once the load has begun."),
      ], [("full", .flag("--full")), ("wait", .given("--no-wait", false))], flow: reloadDirectory),
    directory("cancel", .directoryCancel, "End the load of a directory"),
    ClientVerb(
      "directory lookup", .directoryLookup, "Show the entries of all directories about a number",
      "Prints the entries of all directories about a number.", operands: [VerbOperand("NUMBER", .one, "The number.")],
      example: VerbExample("hookswitch directory lookup +12025550100", "Show the labels of this number."), [("number", .operand(0))],
      text: { result, console in
        ClientTable([.text("directory"), .text("blocked"), .text("labels")]).text(of: result["entries"]?.array ?? [], console)
      }),
  ]

  private static let peer = VerbOperand("PEER", .one, "The program: uid:NUMBER, group:NAME, app:ID, token:NAME or nats:NAME.")

  private static let accessActions: [ClientVerb] = [
    ClientVerb(
      "access grant", .accessGrant, "Give a program rights",
      """
      Gives a program rights, which replace those that it was granted before. RIGHT is observe, control, configure, provide, screen, or \
      one method of a right such as control:call.end.
      """,
      operands: [peer, VerbOperand("RIGHT", .oneOrMore, "A right.")],
      options: [
        VerbOption(
          "--name", value: "NAME", repeats: true, "A name under which it may carry or screen calls, or line:NAME for the rights' lines.")
      ],
      example: VerbExample("hookswitch access grant uid:1000 provide --name chat", "Let programs of this user carry calls as chat."),
      [("peer", .operand(0)), ("rights", .operands(from: 1)), ("names", .values("--name"))],
      text: { result, _ in ClientTable.members(result) }),
    ClientVerb(
      "access revoke", .accessRevoke, "Take all granted rights from a program", "Takes from a program all rights that it was granted.",
      operands: [peer], example: VerbExample("hookswitch access revoke uid:1000", "Take back what was granted to this user's programs."),
      [("peer", .operand(0))]),
  ]
}
