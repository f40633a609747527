internal import CallControl

/// Reads a line's policy: its limits, options and deadlines.
enum PolicyReader {
  /// Applies the settings in `field` to `policy`; the others stay.
  static func read(_ field: Field, into policy: inout LinePolicy) throws(FieldFlaw) {
    var members = try field.members()
    if let value = try members.optional("maximumCallGroups")?.count() { policy.maximumCallGroups = value }
    if let value = try members.optional("maximumCallsPerCallGroup")?.count() { policy.maximumCallsPerCallGroup = value }
    if let value = try members.optional("maximumRingingCalls")?.count() { policy.maximumRingingCalls = value }
    if let value = try members.optional("autoResume")?.choice(AutoResume.self) { policy.autoResume = value }
    if let value = try members.optional("hostMixing")?.bool() { policy.hostMixing = value }
    if let value = members.optional("deadlines") { try deadlines(value, among: Deadline.allCases, into: &policy.deadlines) }
    if let value = members.optional("emergencyNumbers") { policy.emergencyNumbers = try numbers(value) }
    if let value = members.optional("screeners") {
      policy.screeners = try screeners(value)
    }
    if let value = members.optional("screenDeadlines") { policy.screenDeadlines = try screenDeadlines(value, of: policy.screeners) }
    if let value = try members.optional("transferRequests")?.choice(TransferRequestPolicy.self) { policy.transferRequests = value }
    if let value = try members.optional("protectsUserCalls")?.bool() { policy.protectsUserCalls = value }
    try members.finish()
  }

  static func numbers(_ field: Field) throws(FieldFlaw) -> [String] {
    try field.list { item throws(FieldFlaw) in
      let number = try item.string()
      if number.isEmpty { throw item.flaw("a number has at least one digit") }
      return number
    }
  }

  private static func screeners(_ field: Field) throws(FieldFlaw) -> [ScreenerID] {
    var result: [ScreenerID] = []
    for item in try field.items() {
      let screener = ScreenerID(rawValue: try item.word())
      if result.contains(screener) { throw item.flaw("\(screener) is named twice") }
      result.append(screener)
    }
    guard result.count <= ScenarioLimits.mostNames else { throw field.flaw("has more than \(ScenarioLimits.mostNames) names") }
    return result
  }

  private static func screenDeadlines(_ field: Field, of screeners: [ScreenerID]) throws(FieldFlaw) -> [ScreenerID: Duration] {
    var result: [ScreenerID: Duration] = [:]
    for (name, item) in try field.named() {
      let screener = ScreenerID(rawValue: name)
      guard screeners.contains(screener) else { throw item.flaw("\(screener) is none of the screeners") }
      result[screener] = try item.seconds()
    }
    return result
  }

  /// Applies the deadlines in `field` to `policy`; each must be one of `allowed`.
  static func deadlines(_ field: Field, among allowed: [Deadline], into policy: inout DeadlinePolicy) throws(FieldFlaw) {
    var members = try field.members()
    for deadline in allowed {
      if let value = try members.optional(deadline.rawValue)?.seconds() { policy[deadline] = value }
    }
    try members.finish()
  }
}
