internal import TransportKit

/// A JSON value of the settings with its place, so that every error can name it.
struct SettingsNode {
  let value: JSON
  /// The file, or "configuration".
  let source: String
  /// A JSON pointer.
  let path: String

  init(_ value: JSON, source: String, path: String = "") {
    self.value = value
    self.source = source
    self.path = path
  }

  func wrong(_ what: String) -> TransportError {
    TransportError(.invalid, "\(source): \(path.isEmpty ? "the settings" : path) \(what)", domain: "mock-pstn")
  }

  func object(_ keys: Set<String>) throws(TransportError) -> SettingsObject {
    guard case .object(let members) = value else { throw wrong("must be an object") }
    if let strange = members.keys.filter({ !keys.contains($0) }).min() {
      throw child(members[strange] ?? .null, strange).wrong("is not known here; known are \(keys.sorted().joined(separator: ", "))")
    }
    return SettingsObject(node: self, members: members)
  }

  func elements() throws(TransportError) -> [SettingsNode] {
    guard case .array(let elements) = value else { throw wrong("must be a list") }
    return elements.enumerated().map { child($0.element, String($0.offset)) }
  }

  /// Returns the members of an object with arbitrary keys, sorted by key.
  func members() throws(TransportError) -> [(key: String, node: SettingsNode)] {
    guard case .object(let members) = value else { throw wrong("must be an object") }
    return members.sorted { $0.key < $1.key }.map { ($0.key, child($0.value, $0.key)) }
  }

  func text() throws(TransportError) -> String {
    guard case .string(let text) = value, !text.isEmpty else { throw wrong("must be a non-empty string") }
    return text
  }

  func boolean() throws(TransportError) -> Bool {
    guard case .boolean(let value) = value else { throw wrong("must be true or false") }
    return value
  }

  func number(in range: ClosedRange<Double>) throws(TransportError) -> Double {
    guard case .number(let number) = value, range.contains(number) else {
      throw wrong("must be a number from \(range.lowerBound.short) to \(range.upperBound.short)")
    }
    return number
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

  func child(_ value: JSON, _ key: String) -> SettingsNode {
    let escaped = key.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
    return SettingsNode(
      value, source: source, path: path + "/" + escaped.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1"))
  }
}

extension Double {
  /// The number as text, without a fraction when it is whole.
  fileprivate var short: String { Int(exactly: self).map(String.init) ?? String(self) }
}
