// The types about the memory.

extension TypeDeclaration {
  static let historyCall = TypeDeclaration.record([
    .need("id", .int), .need("change", .int), .need("call", .uuid), .need("line", .text), .need("provider", .text),
    .need("direction", .direction), .need("outcome", .outcome), .may("handle", .handle), .may("name", .text), .need("displayName", .text),
    .may("label", .text), .may("labelSource", .text), .may("contact", .int), .need("began", .time), .may("started", .time),
    .may("connecting", .time), .may("connected", .time), .may("ended", .time), .may("duration", .seconds), .may("refusal", .errorCode),
    .may("decidedBy", .text), .may("end", .callEnd), .may("group", .int), .need("emergency", .bool), .need("video", .bool),
    .need("recordings", list: .text), .need("read", .bool), .may("actor", .text), .may("node", .text),
    .may("by", .text),
  ])
  static let historyFilter = TypeDeclaration.record([
    .may("handle", .handleArg), .may("contact", .int), .may("provider", .text), .may("line", .text), .may("outcomes", list: .outcome),
    .may("direction", .direction), .may("unread", .bool), .may("from", .time), .may("to", .time), .may("text", .text),
  ])
  static let historyChange = TypeDeclaration.record([
    .need("change", .int), .need("id", .int), .may("removed", .bool), .may("entry", .historyCall),
  ])
  static let contact = TypeDeclaration.record([
    .need("id", .int), .need("uid", .text), .need("name", .text), .need("handles", list: .contactHandle), .may("favourite", .int),
    .need("vip", .bool), .may("ringtone", .text), .may("image", .text), .need("source", .text),
  ])
  static let contactInput = TypeDeclaration.record([
    .may("id", .int), .may("uid", .text), .need("name", .text), .need("handles", list: .contactHandle), .may("favourite", .int),
    .may("vip", .bool), .may("ringtone", .text), .may("image", .text),
  ])
  static let contactHandle = TypeDeclaration.record([.need("handle", .handleArg), .may("label", .text)])
  static let importReport = TypeDeclaration.record([
    .need("added", .int), .need("changed", .int), .need("skipped", .int), .need("problems", list: .text),
  ])
  static let blockRule = TypeDeclaration.record([
    .need("id", .int), .need("kind", .blockKind), .need("value", .text), .need("effect", .blockEffect), .may("reason", .text),
    .need("addedBy", .text), .need("added", .time), .may("until", .time), .need("hits", .int), .may("lastHit", .time),
  ])
  static let decision = TypeDeclaration.record([
    .need("ring", .ring), .need("rule", .text), .may("refusal", .errorCode), .need("steps", list: .decisionStep), .may("label", .text),
    .may("contact", .int),
  ])
  static let decisionStep = TypeDeclaration.record([.need("rule", .text), .need("says", .text), .may("detail", .text)])
  static let doNotDisturb = TypeDeclaration.record([
    .need("mode", .dndMode), .need("active", .bool), .may("rule", .text), .may("until", .time), .need("effect", .dndEffect),
    .need("schedules", list: .schedule), .need("favourites", .bool), .need("contacts", .bool), .need("repeatWithin", .seconds),
    .need("lines", list: .text),
  ])
  static let schedule = TypeDeclaration.record([
    .need("name", .text), .need("days", list: .weekday), .need("from", .text), .need("to", .text), .may("timezone", .text),
    .may("enabled", .bool),
  ])
  static let directory = TypeDeclaration.record([
    .need("directory", .text), .need("name", .text), .need("source", .sourceKind), .need("status", .enabledStatus),
    .need("state", .directoryState), .need("blocking", .int), .need("identification", .int), .may("loaded", .time),
    .need("revision", .int), .need("bytes", .int), .need("incremental", .bool), .may("lastReport", .loadReport),
  ])
  static let loadReport = TypeDeclaration.record([
    .need("directory", .text), .need("ok", .bool), .need("incremental", .bool), .need("blockingAdded", .int),
    .need("blockingRemoved", .int), .need("identificationAdded", .int), .need("identificationRemoved", .int), .need("seconds", .seconds),
    .may("error", .directoryError),
  ])
  static let directoryError = TypeDeclaration.record([
    .need("code", .directoryErrorCode), .need("number", .int), .may("entry", .int), .may("line", .int), .may("value", .text),
    .may("domain", .text), .may("domainCode", .int), .need("message", .text),
  ])
  static let directoryEntry = TypeDeclaration.record([.need("directory", .text), .need("blocked", .bool), .need("labels", list: .text)])
}
