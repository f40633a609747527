/// The rights of one peer.
public struct AccessGrant: Hashable, Sendable {
  /// The peer: `uid:1000`, `group:hookswitch`, `app:org.example.Chat`.
  public var peer: String
  /// The rights, as `control` or `control:call.end`; empty while it only asks.
  public var rights: [String]
  /// The names of providers and screeners that it may register, and `line:NAME` for each line to which its rights are limited; nil for all.
  public var names: [String]?
  /// The time when it asked.
  public var asked: WallTime?
  /// The time when a person granted the rights; nil while it only asks.
  public var granted: WallTime?

  /// Creates a grant.
  ///
  /// - Parameters:
  ///   - peer: the peer.
  ///   - rights: its rights.
  ///   - names: the names of providers and screeners that it may register; nil for all.
  public init(peer: String, rights: [String], names: [String]? = nil) {
    self.peer = peer
    self.rights = rights
    self.names = names
  }

  private static let linePrefix = "line:"

  /// The lines to which the rights are limited; nil for all.
  public var lines: Set<String>? {
    let lines = (names ?? []).filter { $0.hasPrefix(Self.linePrefix) }.map { String($0.dropFirst(Self.linePrefix.count)) }
    return lines.isEmpty ? nil : Set(lines)
  }

  /// The names of providers and screeners that the peer may register; nil for all.
  public var registrations: Set<String>? {
    let registrations = (names ?? []).filter { !$0.hasPrefix(Self.linePrefix) }
    return registrations.isEmpty && (names == nil || lines != nil) ? nil : Set(registrations)
  }
}

// Grants.
extension CallStore {
  /// The largest number of peers.
  public static let grantLimit = 4_096

  /// Returns all peers, ordered by name: those with rights, and those that only ask (`granted` is nil).
  public func grants() throws(StoreError) -> [AccessGrant] {
    try readers.read { connection throws(SQLiteError) in
      try connection.rows("SELECT peer, rights, names, asked, granted FROM access ORDER BY peer") { row in
        var grant = AccessGrant(peer: row.text(0) ?? "", rights: Self.words(row.text(1) ?? ""), names: row.text(2).map(Self.words))
        (grant.asked, grant.granted) = (row.time(3), row.time(4))
        return grant
      }
    }
  }

  // A space separates words: neither rights nor names have one.
  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  /// Grants rights to a peer in place of its present ones.
  ///
  /// - Parameters:
  ///   - peer: the peer.
  ///   - rights: its rights.
  ///   - names: the names of providers and screeners that it may register, and `line:NAME` for each line to which its rights are limited; nil
  ///     for all.
  /// - Throws: `rejected` for a word with a space, or an empty one.
  public func grant(_ peer: String, rights: [String], names: [String]? = nil) throws(StoreError) -> AccessGrant {
    try put(peer, rights, names, isGranted: true)
  }

  /// Notes that a peer asks for rights that nobody has granted; one with rights keeps them.
  ///
  /// - Parameters:
  ///   - peer: the peer.
  ///   - rights: the rights that it asks for.
  ///   - names: the names that it wants to register.
  public func notePending(_ peer: String, rights: [String], names: [String]? = nil) throws(StoreError) -> AccessGrant {
    try put(peer, rights, names, isGranted: false)
  }

  private func put(_ peer: String, _ rights: [String], _ names: [String]?, isGranted: Bool) throws(StoreError) -> AccessGrant {
    for word in [peer] + rights + (names ?? []) where word.isEmpty || word == "line:" || word.contains(" ") || word.utf8.count > 256 {
      throw StoreError(.rejected, word, "a peer, a right or a name has 1 to 256 bytes and no space")
    }
    let now = settings.now()
    let values: [SQLValue] = [
      .text(peer), .text(rights.joined(separator: " ")), SQLValue(names?.joined(separator: " ")),
      isGranted ? .null : SQLValue(now), isGranted ? SQLValue(now) : .null,
    ]
    let hasRoom = try writer.write { writer throws(SQLiteError) in
      if try writer.connection.value("SELECT 1 FROM access WHERE peer = ?", [.text(peer)]) == .null,
        (try writer.connection.value("SELECT count(*) FROM access").integer ?? 0) >= Self.grantLimit
      {
        return false
      }
      let change =
        isGranted
        ? "rights = excluded.rights, names = excluded.names, granted = excluded.granted"
        : """
        asked = excluded.asked, rights = CASE WHEN granted IS NULL THEN excluded.rights ELSE rights END,
          names = CASE WHEN granted IS NULL THEN excluded.names ELSE names END
        """
      try writer.connection.run(
        "INSERT INTO access(peer, rights, names, asked, granted) VALUES(?, ?, ?, ?, ?) ON CONFLICT(peer) DO UPDATE SET \(change)", values)
      return true
    }
    guard hasRoom else { throw StoreError(.tooLarge, "access", "there are \(Self.grantLimit) peers; revoke some", limit: Self.grantLimit) }
    tell(.grants([peer]))
    guard let grant = try grants().first(where: { $0.peer == peer }) else { throw StoreError(.failed, peer, "it was removed meanwhile") }
    return grant
  }

  /// Removes a peer's rights, and its question.
  ///
  /// - Parameter peer: the peer.
  /// - Throws: `notFound` when there is no such peer.
  public func revoke(_ peer: String) throws(StoreError) {
    let count = try writer.write(whileFull: true) { writer throws(SQLiteError) in
      try writer.connection.run("DELETE FROM access WHERE peer = ?", [.text(peer)])
    }
    guard count > 0 else { throw StoreError(.notFound, peer, "there is no such peer") }
    tell(.grants([peer]))
  }
}
