package import StrictJSON
internal import TransportABI

/// An instance's configuration: one JSON object, read key by key.
///
/// Each read checks the value and names the key in its error; ``refuseUnread()`` at the end refuses keys that were not read, such as
/// misspelt ones. A transport without settings can ignore the configuration.
public struct Configuration: Sendable {
  /// All members, for a transport with nested settings.
  package let members: [String: JSONValue]
  private var unread: Set<String>
  /// The noun for people: whose settings these are.
  private var owner = "transport"

  /// Parses a configuration; an empty text means all defaults.
  ///
  /// - Throws: The place of a JSON error, or that the text is not an object.
  public init(_ text: String) throws(TransportError) {
    guard text.utf8.contains(where: { $0 > 32 }) else {
      members = [:]
      unread = []
      return
    }
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONReader.read(Array(text.utf8), limits: Self.limits)
    } catch {
      throw TransportError(.invalid, "configuration: \(error)")
    }
    guard case .object(let members) = value else { throw TransportError(.invalid, "the configuration must be a JSON object") }
    self.members = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    unread = Set(self.members.keys)
  }

  /// The limits on a configuration and on a file that it names; C code would cut a text off at a NUL.
  package static let limits = JSONLimits(depth: 32, allowsNUL: false)

  /// Parses a borrowed configuration of a transport or a directory.
  init(_ borrowed: hsw_str, of owner: String = "transport") throws(TransportError) {
    let json: String
    do {
      json = try text(borrowed)
    } catch {
      throw TransportError(.invalid, "the configuration is not UTF-8 text without NUL, of at most \(HSW_STR_MAX) bytes")
    }
    try self.init(json)
    self.owner = owner
  }

  /// Reads the text of this key.
  public mutating func string(_ key: String, default fallback: String) throws(TransportError) -> String {
    switch take(key) {
    case nil: return fallback
    case .string(let value): return value
    default: throw wrong(key, "text")
    }
  }

  /// Reads the list of texts of this key.
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

  /// Reads the whole number of this key.
  public mutating func integer(_ key: String, in range: ClosedRange<Int>, default fallback: Int) throws(TransportError) -> Int {
    guard let value = take(key) else { return fallback }
    guard case .number(let number) = value, let whole = Int(exactly: number), range.contains(whole) else {
      throw wrong(key, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return whole
  }

  /// Reads the boolean of this key.
  public mutating func boolean(_ key: String, default fallback: Bool) throws(TransportError) -> Bool {
    switch take(key) {
    case nil: return fallback
    case .bool(let value): return value
    default: throw wrong(key, "true or false")
    }
  }

  /// Throws if the configuration has a key that was not read.
  public func refuseUnread() throws(TransportError) {
    guard let key = unread.min() else { return }
    throw TransportError(.invalid, "configuration: /\(key) is not a setting of this \(owner)")
  }

  private mutating func take(_ key: String) -> JSONValue? {
    unread.remove(key)
    return members[key]
  }

  private func wrong(_ path: String, _ expected: String) -> TransportError {
    TransportError(.invalid, "configuration: /\(path) must be \(expected)")
  }
}
