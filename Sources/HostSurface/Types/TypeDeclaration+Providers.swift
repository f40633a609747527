// The types about providers.

extension TypeDeclaration {
  static let provider = TypeDeclaration.record([
    .need("provider", .text), .need("name", .text), .need("kind", .providerKind), .may("transport", .text), .may("version", .text),
    .need("standing", .standing), .may("reason", .text), .need("line", .text), .may("handleTypes", list: .text),
    .need("capabilities", list: .capability), .need("maximumCallGroups", .int), .need("maximumCallsPerCallGroup", .int),
    .need("includesCallsInRecents", .bool), .need("calls", .int), .need("losses", .int), .need("misbehaviour", map: .int),
    .may("icon", .text), .may("button", .callButton), .may("since", .time), .may("lastLoss", .providerLoss),
    .may("messages", .messageTrace),
  ])
  static let providerLoss = TypeDeclaration.record([.need("time", .time), .need("reason", .text)])
  static let providerConfiguration = TypeDeclaration.record([
    .may("name", .text), .may("line", .text), .may("handleTypes", list: .text), .may("capabilities", list: .capability),
    .may("maximumCallGroups", .int), .may("maximumCallsPerCallGroup", .int), .may("includesCallsInRecents", .bool), .may("icon", .text),
    .may("ringtone", .text), .may("button", .callButton),
  ])
  static let callButton = TypeDeclaration.record([.need("title", .text), .may("icon", .text)])
  static let transport = TypeDeclaration.record([
    .need("transport", .text), .need("file", .text), .may("version", .text), .need("usable", .bool), .need("quarantined", .bool),
    .may("reason", .text), .need("providers", list: .text),
  ])
  static let transportProcess = TypeDeclaration.record([
    .need("process", .text), .need("pid", .int), .need("transport", .text), .may("version", .text), .need("providers", list: .text),
    .need("calls", .int), .need("state", .processState), .need("memoryKB", .int), .need("restarts", .int), .need("sandbox", .text),
  ])
  static let callUpdate = TypeDeclaration.record([
    .may("handle", .handleArg), .may("name", .text), .may("holding", .bool), .may("grouping", .bool), .may("ungrouping", .bool),
    .may("dtmf", .bool), .may("transfer", .bool), .may("deflect", .bool), .may("audio", .bool), .may("video", .bool),
  ])
  static let verdict = TypeDeclaration.record([.need("shown", .bool), .may("refusal", .errorCode), .may("decidedBy", .text)])
}
