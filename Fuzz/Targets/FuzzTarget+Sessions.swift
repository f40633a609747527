internal import CallControl
internal import HostSurface
internal import StrictJSON

@testable internal import HostService

extension FuzzTarget {
  /// Opens sessions with any parameters: one JSON object with the members `invite`, `open` and `lines`.
  ///
  /// A session has the rights of its role on the lines of its patterns, and on no other.
  static let sessions = FuzzTarget(name: "sessions") { bytes in
    guard let value = try? JSONReader.read(bytes, limits: JSONLimits(depth: 16)) else { return }
    var table = SessionTable()
    let now = Instant.zero
    if let given = value["open"] { checkOpening(given, &table, now) }
    guard let given = value["invite"], let parameters = try? HostSurface.parameters(of: .sessionInvite, from: given),
      let role: SessionRole = parameters.word("role")
    else { return }
    let person = SessionPerson(role: role, lines: parameters["lines"]?.strings)
    let lifetime = parameters.duration("lifetime")
    guard let end = try? table.invite(parameters.text("actor"), person, lifetime: lifetime, code: "code", at: now) else {
      preconditionFailure("an empty table has no room")
    }
    precondition(end > now, "a code that is never good")
    guard let grant = try? table.open(code: "code", token: "token", at: now) else { preconditionFailure("a new code is refused") }
    precondition((try? table.open(code: "code", token: "other", at: now)) == nil, "a code is good twice")
    precondition(grant.person == person && grant.actor == parameters.text("actor"), "the session of another person")
    let isOver = grant.expires <= now
    precondition(((try? table.resume(token: "token", at: now)) == nil) == isOver, "a token outlives its session")
    precondition((try? table.resume(token: "token", at: grant.expires)) == nil, "a token is good after its session")
    for line in value["lines"]?.strings ?? [] { checkLine(line, grant) }
  }

  private static func checkOpening(_ given: JSONValue, _ table: inout SessionTable, _ now: Instant) {
    guard let parameters = try? HostSurface.parameters(of: .sessionOpen, from: given) else { return }
    for name in ["code", "token"] {
      guard let text = parameters.optionalText(name) else { continue }
      precondition((try? table.resume(token: text, at: now)) == nil, "an unknown token opens a session")
      precondition((try? table.open(code: text, token: "token", at: now)) == nil, "an unknown code opens a session")
    }
  }

  private static func checkLine(_ line: String, _ grant: SessionGrant) {
    let patterns = grant.person.lines
    let isTheirs = patterns?.contains { $0 == line || ($0.hasSuffix("*") && line.hasPrefix($0.dropLast())) } ?? true
    for method in MethodName.allCases {
      let scope = grant.scope(of: method)
      guard let right = method.sessionRight, grant.has(right) else {
        precondition(scope == nil, "a right that the role lacks")
        _ = grant.refusal(of: method, on: line).description
        continue
      }
      guard let scope else { preconditionFailure("a right of the role is missing") }
      if case .matching = scope { precondition(scope.contains(line) == isTheirs, "a line that is not in the patterns") }
      if patterns == nil || grant.has(.actAll) { precondition(scope.contains(line), "a session for all lines lacks one") }
    }
  }
}
