package import Hookswitch
package import StrictJSON

/// A value of a configuration, with its place in the file.
package struct ConfigNode: Sendable {
  package var file: String
  package var path: String
  package var value: JSONValue
  /// True in a text that a newer version may have written: members with unknown names are ignored.
  package var ignoresUnknown = false

  /// Makes an error about this value.
  package init(file: String, path: String, value: JSONValue) {
    (self.file, self.path, self.value) = (file, path, value)
  }

  package func wrong(_ reason: String) -> RunConfigError { RunConfigError(file: file, path: path, reason: reason) }

  /// Reads the members of an object; an unknown name is an error, since it is probably a typing mistake.
  package func members(_ names: [String]) throws(RunConfigError) -> [String: ConfigNode] {
    guard case .object(let members) = value else { throw wrong("is \(value.kind), should be an object") }
    for name in members.map(\.name).sorted() where !names.contains(name) && !ignoresUnknown {
      throw RunConfigError(
        file: file, path: Self.path(path, name),
        reason: "is unknown\(Suggestion.text(for: name, among: names)); known are \(names.joined(separator: ", "))")
    }
    return Dictionary(uniqueKeysWithValues: members.map { ($0.name, inner(Self.path(path, $0.name), $0.value)) })
  }

  private func inner(_ path: String, _ value: JSONValue) -> ConfigNode {
    var node = ConfigNode(file: file, path: path, value: value)
    node.ignoresUnknown = ignoresUnknown
    return node
  }

  private static func path(_ path: String, _ name: String) -> String {
    let isPlain = !name.isEmpty && name.utf8.allSatisfy { ($0 | 0x20 >= 97 && $0 | 0x20 <= 122) || (48...57).contains($0) || $0 == 95 }
    return isPlain ? "\(path).\(name)" : "\(path)[\(JSONValue.quote(name))]"
  }

  /// The members of an object with arbitrary names.
  package var entries: [(name: String, node: ConfigNode)] {
    get throws(RunConfigError) {
      guard case .object(let members) = value else { throw wrong("is \(value.kind), should be an object") }
      return members.sorted { $0.name < $1.name }.map { ($0.name, inner(Self.path(path, $0.name), $0.value)) }
    }
  }

  package var items: [ConfigNode] {
    get throws(RunConfigError) {
      guard case .array(let items) = value else { throw wrong("is \(value.kind), should be an array") }
      return items.enumerated().map { inner("\(path)[\($0)]", $1) }
    }
  }

  package var text: String {
    get throws(RunConfigError) {
      guard case .string(let text) = value else { throw wrong("is \(value.kind), should be a string") }
      guard !text.isEmpty else { throw wrong("is empty") }
      return text
    }
  }

  package var texts: [String] {
    get throws(RunConfigError) {
      var texts: [String] = []
      for item in try items { texts.append(try item.text) }
      return texts
    }
  }

  package var flag: Bool {
    get throws(RunConfigError) {
      guard case .bool(let flag) = value else { throw wrong("is \(value.kind), should be true or false") }
      return flag
    }
  }

  package func integer(_ range: ClosedRange<Int64>) throws(RunConfigError) -> Int {
    guard case .number(let given) = value, let number = Int64(exactly: given) else {
      throw wrong("is \(value.kind), should be a whole number")
    }
    guard range.contains(number) else { throw wrong("is \(number), should be \(range.lowerBound) to \(range.upperBound)") }
    return Int(number)
  }

  package var seconds: Duration {
    get throws(RunConfigError) {
      guard case .number(let given) = value else { throw wrong("is \(value.kind), should be a number of seconds") }
      let number = given.double
      guard number > 0, number <= 86_400 else { throw wrong("is \(number), should be more than 0 and at most 86400 seconds") }
      return .seconds(number)
    }
  }

  /// Reads one of the words of an enumeration.
  package func word<Word: RawRepresentable & CaseIterable>(_ type: Word.Type) throws(RunConfigError) -> Word where Word.RawValue == String {
    let text = try text
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue)
      throw wrong("is \"\(text)\"\(Suggestion.text(for: text, among: words)), should be one of \(words.joined(separator: ", "))")
    }
    return word
  }

  /// The deadlines in seconds, by the names of the rules.
  package var deadlines: DeadlinePolicy {
    get throws(RunConfigError) { try deadlines(over: DeadlinePolicy()) }
  }

  /// The deadlines of `base` with those of an object of seconds.
  func deadlines(over base: DeadlinePolicy) throws(RunConfigError) -> DeadlinePolicy {
    var policy = base
    for (name, node) in try members(Deadline.allCases.map(\.rawValue)).sorted(by: { $0.key < $1.key }) {
      if let deadline = Deadline(rawValue: name) { policy[deadline] = try node.seconds }
    }
    return policy
  }
}
