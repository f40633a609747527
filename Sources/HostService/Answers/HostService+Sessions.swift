internal import CallControl
internal import Digests
internal import HookswitchCore
internal import HostSurface
internal import Locking
internal import StrictJSON
internal import TransportLoader

// The sessions of persons: codes, tokens, and the limits that a connection takes.
extension HostService {
  func invite(_ call: MethodCall) throws(MethodError) -> JSONValue {
    let parameters = call.parameters
    let actor = parameters.text("actor")
    guard !actor.isEmpty, actor.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 }) else {
      throw Self.invalid("/actor", "a name without control characters")
    }
    guard let role: SessionRole = parameters.word("role") else { throw Self.invalid("/role", "a role") }
    let person = SessionPerson(role: role, lines: parameters["lines"]?.strings)
    let (code, now, lifetime) = (Self.secret(), host.clock.now, parameters.duration("lifetime"))
    let expires = try state.withLock { (state) throws(MethodError) in
      try state.people.invite(actor, person, lifetime: lifetime, code: Self.digest(of: code), at: now)
    }
    return .object(of: ["code": .string(code), "expires": .string(time(of: expires).description)])
  }

  /// Limits the connection of a call to a session, for the rest of its life.
  func openSession(_ call: MethodCall) throws(MethodError) -> JSONValue {
    let (code, token) = (call.parameters.optionalText("code"), call.parameters.optionalText("token"))
    let actor = call.parameters.optionalText("actor")
    guard [code, token, actor].count(where: { $0 != nil }) == 1 else {
      throw Self.invalid("/code", "given, or token or actor in its place")
    }
    let person = actor.flatMap { actor in people.withLock { $0[actor] } }
    let (fresh, now) = (Self.secret(), host.clock.now)
    let grant = try state.withLock { (state) throws(MethodError) in
      try Self.checkFresh(state.sessions[call.session])
      let grant: SessionGrant
      if let code {
        grant = try state.people.open(code: Self.digest(of: code), token: Self.digest(of: fresh), at: now)
      } else if let token {
        grant = try state.people.resume(token: Self.digest(of: token), at: now)
      } else if let actor, let person {
        grant = try state.people.open(actor, person, at: now)
      } else {
        throw SessionTable.refusal("the configuration has no person \"\(actor ?? "")\"")
      }
      state.sessions[call.session]?.limit(to: grant)
      return grant
    }
    return .object(of: ["session": json(of: grant), "token": code == nil ? nil : .string(fresh)])
  }

  /// Checks that a connection may still take a session: what it subscribed to before would pass the session's limits.
  private static func checkFresh(_ session: SessionState?) throws(MethodError) {
    guard let session else { throw connectionClosed }
    guard session.rights.session == nil, !session.mayHaveNews, session.levelCalls.isEmpty, session.callPage == nil, session.feeds.isEmpty
    else {
      throw MethodError(
        .wrongState, "this connection has a session or subscriptions already; open the session first, on a connection of its own",
        ["what": "connection", "name": .string("session.open")])
    }
  }

  func sessionList() -> JSONValue {
    let grants = state.withLock { $0.people.grants }
    return .object(of: ["sessions": .array(grants.map { json(of: $0) })])
  }

  func closeSession(_ number: Int) throws(MethodError) -> JSONValue {
    let wakes = state.withLock { state in state.people.end(number) ? state.endConnections(of: number, because: "closed") : nil }
    guard let wakes else {
      throw MethodError(.notFound, "there is no session \(number)", ["what": "session", "name": .string("\(number)")])
    }
    for wake in wakes { wake() }
    endMessages(of: number)
    return .object([])
  }

  func leaveSession(_ call: MethodCall) throws(MethodError) -> JSONValue {
    guard let number = call.rights.session?.number else {
      throw MethodError(
        .wrongState, "this connection has no session; session.open gives it one", ["what": "connection", "name": .string("session.leave")])
    }
    return try closeSession(number)
  }

  /// Ends the connections of a session that is over; returns true for numbers and for traces of messages that the connection may not see.
  func endIfExpired(_ connection: Int) -> (numbers: Bool, traces: Bool) {
    let now = host.clock.now
    return state.withLock { state in
      guard let session = state.sessions[connection] else { return (false, false) }
      if let grant = session.rights.session, grant.expires <= now {
        _ = state.people.end(grant.number)
        _ = state.endConnections(of: grant.number, because: "expired")
      }
      return (session.rights.masksNumbers, session.rights.masksTraces)
    }
  }

  /// Returns a session as a `Session` of the host surface.
  func json(of grant: SessionGrant) -> JSONValue {
    let connections = state.withLock { $0.sessions.values.count { $0.rights.session?.number == grant.number } }
    return .object(of: [
      "session": .integer(grant.number), "actor": .string(grant.actor), "role": .string(grant.person.role.rawValue),
      "rights": .strings(SessionRight.allCases.filter { grant.has($0) }.map(\.rawValue)), "lines": grant.patterns.map { .strings($0) },
      "opened": .string(time(of: grant.opened).description), "expires": .string(time(of: grant.expires).description),
      "connections": .integer(connections),
    ])
  }

  /// Returns a new text of 256 random bits.
  private static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<32).map { _ in
      let byte: UInt8 = generator.next()
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  private static func digest(of secret: String) -> String { SHA256.hexadecimal(of: Array(secret.utf8)) }
}

extension ServiceState {
  /// Ends the connections of a session with `goodbye`, and returns the callbacks of their doors.
  mutating func endConnections(of number: Int, because reason: String) -> [@Sendable () -> Void] {
    var wakes: [@Sendable () -> Void] = []
    for (connection, session) in sessions where session.rights.session?.number == number {
      sessions[connection]?.end(because: reason, after: log.sequence)
      wakes.append(session.wake)
    }
    return wakes
  }
}

extension MethodCall {
  /// The name of the asker for people and logs: the peer, and the person of its session.
  var actor: String {
    let name = peer.names.first ?? peer.door.rawValue
    return rights.session.map { "\(name) as \($0.actor)" } ?? name
  }
}
