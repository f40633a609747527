internal import CallControl
internal import HostSurface
internal import StrictJSON

/// The sessions of persons, and the codes by which new ones open.
///
/// A pure value. It keeps the digests of codes and tokens, never the texts themselves.
struct SessionTable: Sendable {
  /// The time for which a code is good.
  static let codeSpan = Duration.seconds(60)
  /// The lifetime of a session of a configured person.
  static let lifetime = Duration.seconds(43_200)
  /// The largest number of codes and of sessions.
  static let limit = 1_024

  private struct Invitation: Sendable {
    let actor: String
    let person: SessionPerson
    let lifetime: Duration
    let expires: Instant
  }

  private struct Entry: Sendable {
    let grant: SessionGrant
    /// The digest of the token; nil for a session that ends with its connection.
    let token: String?
  }

  private var invitations: [String: Invitation] = [:]
  private var entries: [Int: Entry] = [:]
  private var tokens: [String: Int] = [:]
  private var count = 0

  /// The sessions, the oldest first.
  var grants: [SessionGrant] { entries.values.map(\.grant).sorted { $0.number < $1.number } }

  /// Remembers a code.
  ///
  /// - Returns: the time until which it is good.
  /// - Throws: `tooMany`.
  mutating func invite(
    _ actor: String, _ person: SessionPerson, lifetime: Duration, code: String, at now: Instant
  ) throws(MethodError) -> Instant {
    forget(at: now)
    guard invitations.count < Self.limit else { throw Self.full("codes") }
    let expires = now.advanced(by: Self.codeSpan)
    invitations[code] = Invitation(actor: actor, person: person, lifetime: lifetime, expires: expires)
    return expires
  }

  /// Opens a session by a code, which is used up.
  ///
  /// - Parameters:
  ///   - code: the digest of the code.
  ///   - token: the digest of the new session's token.
  ///   - now: the time.
  /// - Throws: `notPermitted` for a code that is unknown, used or old; `tooMany`.
  mutating func open(code: String, token: String, at now: Instant) throws(MethodError) -> SessionGrant {
    forget(at: now)
    guard let invitation = invitations[code] else {
      throw Self.refusal("the code is unknown, was used, or is older than 60 s")
    }
    let grant = try add(invitation.actor, invitation.person, lifetime: invitation.lifetime, token: token, at: now)
    invitations[code] = nil
    return grant
  }

  /// Returns the session of a token.
  ///
  /// - Throws: `notPermitted` for a token that is unknown or whose session is over.
  mutating func resume(token: String, at now: Instant) throws(MethodError) -> SessionGrant {
    forget(at: now)
    guard let entry = tokens[token].flatMap({ entries[$0] }) else { throw Self.refusal("the token is unknown, or its session is over") }
    return entry.grant
  }

  /// Opens a session of a configured person, without a token: it ends with its connection.
  ///
  /// - Throws: `tooMany`.
  mutating func open(_ actor: String, _ person: SessionPerson, at now: Instant) throws(MethodError) -> SessionGrant {
    forget(at: now)
    return try add(actor, person, lifetime: Self.lifetime, token: nil, at: now)
  }

  /// Returns true for a session that ends with its connection.
  func endsWithConnection(_ number: Int) -> Bool { entries[number].map { $0.token == nil } ?? false }

  /// Ends a session; returns false when there is none.
  mutating func end(_ number: Int) -> Bool {
    guard let entry = entries.removeValue(forKey: number) else { return false }
    if let token = entry.token { tokens[token] = nil }
    return true
  }

  private mutating func add(
    _ actor: String, _ person: SessionPerson, lifetime: Duration, token: String?, at now: Instant
  ) throws(MethodError) -> SessionGrant {
    guard entries.count < Self.limit else { throw Self.full("sessions") }
    count += 1
    let grant = SessionGrant(number: count, actor: actor, person: person, opened: now, expires: now.advanced(by: lifetime))
    entries[count] = Entry(grant: grant, token: token)
    if let token { tokens[token] = count }
    return grant
  }

  private mutating func forget(at now: Instant) {
    for (code, invitation) in invitations where invitation.expires <= now { invitations[code] = nil }
    for (number, entry) in entries where entry.grant.expires <= now { _ = end(number) }
  }

  private static func full(_ things: String) -> MethodError {
    MethodError(.tooMany, "there are \(limit) \(things) already; close some with session.close", ["limit": .integer(limit)])
  }

  static func refusal(_ reason: String) -> MethodError {
    MethodError(
      .notPermitted, "\(reason); ask for a new code",
      ["right": .string(Right.observe.rawValue), "how": "the host's owner makes a code with session.invite"])
  }
}
