// The types about the host and its lines.

extension TypeDeclaration {
  static let hello = TypeDeclaration.record([
    .need("host", .text), .need("version", .text), .need("protocol", .int), .need("epoch", .text), .need("sequence", .int),
    .need("door", .text), .need("rights", list: .right), .need("methods", list: .text), .need("limits", map: .int),
    .may("session", .session), .need("time", .time),
  ])
  static let hostStatus = TypeDeclaration.record([
    .need("state", .hostState), .need("since", .time), .need("epoch", .text), .need("pid", .int), .need("version", .text),
    .may("config", .text), .need("calls", .int), .need("lines", .int), .need("clients", .int), .need("subscriptions", .int),
    .need("unreadMissed", .int), .need("store", .storeState), .need("problems", list: .problem), .need("log", .object),
  ])
  static let problem = TypeDeclaration.record([
    .need("code", .text), .need("subject", .text), .need("message", .text), .need("since", .time),
  ])
  static let reload = TypeDeclaration.record([
    .need("changed", list: .text), .need("drained", list: .text), .need("needRestart", list: .text),
  ])
  static let line = TypeDeclaration.record([
    .need("line", .text), .need("revision", .int), .may("front", .int), .need("calls", list: .call), .need("audioOwners", list: .text),
    .may("audioReason", .audioReason), .may("audioSince", .time), .need("doNotDisturb", .bool),
  ])
  static let policy = TypeDeclaration.record([
    .may("maximumCallGroups", .int), .may("maximumCallsPerCallGroup", .int), .may("maximumRingingCalls", .int),
    .may("autoResume", .autoResume), .may("hostMixing", .bool), .may("deadlines", .policyDeadlines), .may("emergencyNumbers", list: .text),
    .may("transferRequests", .transferRequestPolicy), .may("screeners", list: .text),
  ])
  static let policyDeadlines = TypeDeclaration.record([
    .may("start", .seconds), .may("answer", .seconds), .may("end", .seconds), .may("setHeld", .seconds), .may("setMuted", .seconds),
    .may("setGroup", .seconds), .may("playDTMF", .seconds), .may("transfer", .seconds), .may("ring", .seconds), .may("dial", .seconds),
    .may("screen", .seconds), .may("transferDecision", .seconds),
  ])
  static let lineAudio = TypeDeclaration.record([
    .need("line", .text), .need("owners", list: .text), .may("reason", .audioReason), .may("since", .time), .may("route", .text),
    .need("routes", list: .text), .may("input", .text), .may("output", .text), .may("silent", .text),
  ])
}
