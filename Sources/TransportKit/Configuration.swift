internal import TransportABI

/// An instance's configuration: one JSON object, read key by key.
///
/// Each reading checks the value and names its place; ``refuseUnread()`` at the end refuses keys that nobody read, so that a
/// misspelt one does not go unnoticed. A transport without settings just ignores it.
public struct Configuration: Sendable {
  /// All of it, for a transport whose settings are a tree.
  package let members: [String: JSON]
  private var unread: Set<String>

  /// Reads the text of a configuration; an empty one is all defaults.
  ///
  /// - Throws: Where it is not JSON, or that it is not an object.
  public init(_ text: String) throws(TransportError) {
    guard text.utf8.contains(where: { $0 > 32 }) else {
      members = [:]
      unread = []
      return
    }
    guard case .object(let members) = try JSON(parsing: text) else {
      throw TransportError(.invalid, "the configuration must be a JSON object")
    }
    self.members = members
    unread = Set(members.keys)
  }

  init(_ borrowed: hsw_str) throws(TransportError) {
    let json: String
    do {
      json = try text(borrowed)
    } catch {
      throw TransportError(.invalid, "the configuration is not UTF-8 text without NUL, of at most \(HSW_STR_MAX) bytes")
    }
    try self.init(json)
  }

  /// The text at this key.
  public mutating func string(_ key: String, default fallback: String) throws(TransportError) -> String {
    switch take(key) {
    case nil: return fallback
    case .string(let value): return value
    default: throw wrong(key, "text")
    }
  }

  /// The texts at this key.
  public mutating func strings(_ key: String, default fallback: [String] = []) throws(TransportError) -> [String] {
    guard let value = take(key) else { return fallback }
    guard case .array(let elements) = value else { throw wrong(key, "a list of texts") }
    var texts: [String] = []
    for (index, element) in elements.enumerated() {
      guard case .string(let text) = element else { throw wrong("\(key)/\(index)", "text") }
      texts.append(text)
    }
    return texts
  }

  /// The whole number at this key.
  public mutating func integer(_ key: String, in range: ClosedRange<Int>, default fallback: Int) throws(TransportError) -> Int {
    guard let value = take(key) else { return fallback }
    guard case .number(let number) = value, let whole = Int(exactly: number), range.contains(whole) else {
      throw wrong(key, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return whole
  }

  /// The yes or no at this key.
  public mutating func boolean(_ key: String, default fallback: Bool) throws(TransportError) -> Bool {
    switch take(key) {
    case nil: return fallback
    case .boolean(let value): return value
    default: throw wrong(key, "true or false")
    }
  }

  /// Refuses the configuration if it has a key that nothing has read.
  public func refuseUnread() throws(TransportError) {
    guard let key = unread.min() else { return }
    throw TransportError(.invalid, "configuration: /\(key) is not a setting of this transport")
  }

  private mutating func take(_ key: String) -> JSON? {
    unread.remove(key)
    return members[key]
  }

  private func wrong(_ path: String, _ expected: String) -> TransportError {
    TransportError(.invalid, "configuration: /\(path) must be \(expected)")
  }
}
