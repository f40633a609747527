package import CallControl
package import HostSurface
internal import StrictJSON

/// A person whom the configuration or an invitation names: a role, and lines.
package struct SessionPerson: Hashable, Sendable {
  /// The role.
  package var role: SessionRole
  /// The lines, by name or with a `*` at the end; nil for all.
  package var lines: [String]?

  /// Creates a person.
  package init(role: SessionRole, lines: [String]? = nil) {
    self.role = role
    self.lines = lines
  }
}

/// The limits that a person's session sets to its connections.
package struct SessionGrant: Hashable, Sendable {
  /// The session's number.
  package let number: Int
  /// The person's name.
  package let actor: String
  /// The person's role and lines.
  package let person: SessionPerson
  /// The time of the session's opening.
  package let opened: Instant
  /// The time from which the session is over.
  package let expires: Instant

  /// Creates limits.
  package init(number: Int, actor: String, person: SessionPerson, opened: Instant, expires: Instant) {
    (self.number, self.actor, self.person, self.opened, self.expires) = (number, actor, person, opened, expires)
  }

  /// Returns true when the session has a right.
  package func has(_ right: SessionRight) -> Bool { person.role.rights.contains(right) }

  /// The patterns of the session's lines; nil for all lines.
  package var patterns: [String]? { has(.actAll) ? nil : person.lines }

  /// Returns the lines on which the session may call a method; nil when it may not call it at all.
  func scope(of method: MethodName) -> LineScope? {
    guard let right = method.sessionRight, has(right) else { return nil }
    guard let patterns, !method.isHostWide else { return .all }
    return .matching(patterns)
  }
}

extension SessionGrant {
  /// Returns the error of a method that the session may not call, or not on a line.
  func refusal(of method: MethodName, on line: String?) -> MethodError {
    let right = method.sessionRight
    let roles = SessionRole.allCases.filter { role in right.map(role.rights.contains) ?? false }.map(\.rawValue)
    let place = line.map { " on the line \"\($0)\"" } ?? ""
    let needs = right.map { "needs the session's right \($0.rawValue)\(place)" } ?? "is for no session"
    return MethodError(
      .notPermitted, "\(method.rawValue) \(needs), which the session of \(actor) (\(person.role.rawValue)) lacks",
      [
        "right": .string(right?.rawValue ?? method.declaration.right.rawValue), "line": line.map { .string($0) },
        "how": .string(
          roles.isEmpty
            ? "a program of the host's owner calls it without a session"
            : "the host's owner makes a session with the role \(roles.joined(separator: " or ")), and with the line if it has lines"),
      ])
  }
}

extension MethodName {
  /// True for a query about the host as a whole, which a session with some lines may ask too.
  fileprivate var isHostWide: Bool {
    switch self {
    case .hostHello, .rpcDiscover, .hostStatus, .healthRead, .metricsRead, .providerList, .providerGet, .transportList,
      .transportProcesses, .doNotDisturbGet, .contactList, .contactGet, .contactMatch, .requestPreview,
      .sessionLeave, .clusterStatus, .clusterNodes:
      true
    default: false
    }
  }

  /// True for a query whose answer names the line to which it belongs.
  var answersWithLine: Bool { self == .historyGet || self == .requestGet }
}
