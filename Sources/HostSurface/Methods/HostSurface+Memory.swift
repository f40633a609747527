// The rows of the table about the memory.

extension HostSurface {
  static let historyList = MethodDeclaration.query(
    .observe, "Returns calls of the history, the newest first.",
    [.may("filter", .historyFilter), .may("before", .int), .may("limit", .int, 100)],
    .members([.need("calls", list: .historyCall), .may("next", .int)]))
  static let historyGet = MethodDeclaration.query(.observe, "Returns a call of the history.", [.need("call", .uuid)], .type(.historyCall))
  static let historyChanges = MethodDeclaration.query(
    .observe, "Returns the changes of the history after a known one.",
    [.need("after", .int), .may("limit", .int, 1000)],
    .members([.need("changes", list: .historyChange), .need("next", .int), .need("more", .bool)]))
  static let historyMarkRead = MethodDeclaration.change(
    .control, "Marks calls of the history as read or unread.",
    [.may("ids", list: .int), .may("before", .int), .may("read", .bool, true)],
    .members([.need("changed", .int)]))
  static let historyRemove = MethodDeclaration.change(
    .control, "Removes calls from the history.",
    [.may("ids", list: .int), .may("filter", .historyFilter)],
    .members([.need("changed", .int)]))
  static let contactList = MethodDeclaration.query(
    .observe, "Returns contacts by name.",
    [.may("text", .text), .may("favourites", .bool, false), .may("after", .int), .may("limit", .int, 100)],
    .members([.need("contacts", list: .contact), .may("next", .int)]))
  static let contactGet = MethodDeclaration.query(.observe, "Returns a contact.", [.need("id", .int)], .type(.contact))
  static let contactPut = MethodDeclaration.change(
    .control, "Adds a contact, or replaces the one with the id.",
    [.need("contact", .contactInput)],
    .type(.contact))
  static let contactMatch = MethodDeclaration.query(
    .observe, "Returns the contact with a handle.",
    [.need("handle", .handleArg)],
    .members([.may("contact", .contact)]))
  static let contactImport = MethodDeclaration.change(
    .control, "Adds the contacts of a vCard text.",
    [.need("vcard", .text, limit: vCardLimit), .may("source", .text)],
    .type(.importReport))
  static let contactExport = MethodDeclaration.query(
    .observe, "Returns contacts as a vCard text.",
    [.may("ids", list: .int)],
    .members([.need("vcard", .text, limit: vCardLimit)]))
  static let blockList = MethodDeclaration.query(.observe, "Returns the block rules.", [], .members([.need("rules", list: .blockRule)]))
  static let blockAdd = MethodDeclaration.change(
    .control, "Adds a block rule.",
    [.need("kind", .blockKind), .need("value", .text), .may("effect", .blockEffect, "block"), .may("reason", .text), .may("until", .time)],
    .type(.blockRule))
  static let callerCheck = MethodDeclaration.query(
    .observe, "Tells whether a caller would ring, and why.",
    [.may("handle", .handleArg), .may("provider", .text), .may("line", .text, "main"), .may("at", .time)],
    .type(.decision))
  static let doNotDisturbGet = MethodDeclaration.query(
    .observe, "Returns the state and settings of do-not-disturb.", [], .type(.doNotDisturb))
  static let doNotDisturbSet = MethodDeclaration.change(
    .control, "Switches do-not-disturb on, off, or to its schedules.",
    [.need("mode", .dndMode), .may("until", .time)],
    .type(.doNotDisturb))
  static let doNotDisturbConfigure = MethodDeclaration.change(
    .control, "Changes the settings of do-not-disturb.",
    [
      .may("effect", .dndEffect), .may("schedules", list: .schedule), .may("favourites", .bool), .may("contacts", .bool),
      .may("repeatWithin", .seconds), .may("lines", list: .text),
    ],
    .type(.doNotDisturb))
  static let directoryList = MethodDeclaration.query(
    .observe, "Returns the call directories.", [],
    .members([.need("directories", list: .directory)]))
  static let directoryGet = MethodDeclaration.query(.observe, "Returns a call directory.", [.need("directory", .text)], .type(.directory))
  static let directorySetEnabled = MethodDeclaration.change(
    .control, "Enables or disables a call directory.",
    [.need("directory", .text), .need("enabled", .bool)],
    .type(.directory))
  static let directoryReload = MethodDeclaration.change(
    .control, "Loads a call directory again.",
    [.need("directory", .text), .may("wait", .bool, true), .may("full", .bool, false)],
    .type(.loadReport))
  static let directoryCancel = MethodDeclaration.change(
    .control, "Stops the loading of a call directory.",
    [.need("directory", .text)],
    .type(.directory))
  static let directoryLookup = MethodDeclaration.query(
    .observe, "Returns the entries of a number in all directories.",
    [.need("number", .text)],
    .members([.need("entries", list: .directoryEntry)]))

  /// `contact.remove` and `block.remove`.
  static func entryRemoved(_ method: MethodName) -> MethodDeclaration {
    .change(.control, method == .contactRemove ? "Removes a contact." : "Removes a block rule.", [.need("id", .int)], .nothing)
  }

  /// The largest vCard text, in bytes.
  package static let vCardLimit = 4 << 20
}
