internal import StrictJSON
internal import TransportKit

/// A JSON value of the settings with its place, so that every error can name it.
struct SettingsNode {
  let value: JSONValue
  /// The file, or "configuration".
  let source: String
  /// A JSON pointer.
  let path: String

  init(_ value: JSONValue, source: String, path: String = "") {
    self.value = value
    self.source = source
    self.path = path
  }

  func wrong(_ what: String) -> TransportError {
    TransportError(.invalid, "\(source): \(path.isEmpty ? "the settings" : path) \(what)", domain: "mock-pstn")
  }

  func object(_ keys: Set<String>) throws(TransportError) -> SettingsObject {
    guard case .object(let members) = value else { throw wrong("must be an object") }
    if let strange = members.filter({ !keys.contains($0.name) }).min(by: { $0.name < $1.name }) {
      throw child(strange.value, strange.name).wrong("is not known here; known are \(keys.sorted().joined(separator: ", "))")
    }
    return SettingsObject(node: self, value: value)
  }

  func elements() throws(TransportError) -> [SettingsNode] {
    guard case .array(let elements) = value else { throw wrong("must be a list") }
    return elements.enumerated().map { child($0.element, String($0.offset)) }
  }

  /// Returns the members of an object with arbitrary keys, sorted by key.
  func members() throws(TransportError) -> [(key: String, node: SettingsNode)] {
    guard case .object(let members) = value else { throw wrong("must be an object") }
    return members.sorted { $0.name < $1.name }.map { ($0.name, child($0.value, $0.name)) }
  }

  func text() throws(TransportError) -> String {
    guard case .string(let text) = value, !text.isEmpty else { throw wrong("must be a non-empty string") }
    return text
  }

  func boolean() throws(TransportError) -> Bool {
    guard case .bool(let value) = value else { throw wrong("must be true or false") }
    return value
  }

  func number(in range: ClosedRange<Double>) throws(TransportError) -> Double {
    guard case .number(let number) = value, range.contains(number.double) else {
      throw wrong("must be a number from \(range.lowerBound.short) to \(range.upperBound.short)")
    }
    return number.double
  }

  func whole(in range: ClosedRange<Int>) throws(TransportError) -> Int {
    guard case .number(let number) = value, let whole = Int(exactly: number), range.contains(whole) else {
      throw wrong("must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return whole
  }

  func seconds(atMost limit: Double = 86_400) throws(TransportError) -> Duration {
    .milliseconds(Int64((try number(in: 0...limit) * 1_000).rounded()))
  }

  func one<Choice: RawRepresentable & CaseIterable>(of: Choice.Type) throws(TransportError) -> Choice where Choice.RawValue == String {
    guard case .string(let word) = value, let choice = Choice(rawValue: word) else {
      throw wrong("must be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }

  func child(_ value: JSONValue, _ key: String) -> SettingsNode {
    let escaped = key.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
    return SettingsNode(
      value, source: source, path: path + "/" + escaped.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1"))
  }
}

extension Double {
  /// The number as text, without a fraction when it is whole.
  fileprivate var short: String { Int(exactly: self).map(String.init) ?? String(self) }
}

/// An object of the settings whose keys have been checked.
struct SettingsObject {
  let node: SettingsNode
  private let value: JSONValue

  init(node: SettingsNode, value: JSONValue) {
    self.node = node
    self.value = value
  }

  subscript(key: String) -> SettingsNode? {
    value[key].map { node.child($0, key) }
  }

  func required(_ key: String) throws(TransportError) -> SettingsNode {
    guard let found = self[key] else { throw node.wrong("lacks \(key)") }
    return found
  }

  func seconds(_ key: String, default fallback: Duration) throws(TransportError) -> Duration {
    try self[key]?.seconds() ?? fallback
  }
}
