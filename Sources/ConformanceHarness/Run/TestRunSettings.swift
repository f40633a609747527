internal import StrictJSON

/// A run's configuration: the kit's part of it, and the part for the plugin.
///
/// The text of `--config` is the plugin's own configuration, unless it is an object with the member `conform`, which holds the
/// configurations of both ends and the target that each dials to reach the other.
package struct TestRunSettings: Hashable, Sendable {
  /// The configuration of the instance under test.
  package var near = ""
  /// The configuration of the second instance of pair mode.
  package var far: String?
  /// The target that reaches the far end.
  var dial: CallTarget?
  /// The target with which the far instance reaches the near one.
  var dialBack: CallTarget?
  /// The secrets that the host keeps, by name.
  package var secrets: [String: String] = [:]
  /// The number of ports that its names stand for; each test has its own.
  package private(set) var portCount = 0

  /// The default first port.
  static let usualFirstPort = 25_060

  /// - Parameter firstPort: the first of the named ports.
  package init(_ config: String?, firstPort: Int = Self.usualFirstPort) {
    guard let config else { return }
    near = config
    guard case .object(let members)? = try? JSONReader.read(Array(config.utf8)),
      case .object(let written)? = members.first(where: { $0.name == "conform" })?.value
    else { return }
    let ports = PortNames(written)
    portCount = ports.total
    let conform = written.map { JSONValue.Member(name: $0.name, value: ports.replacing(in: $0.value, from: firstPort)) }
    near = conform.first { $0.name == "near" }?.value.text ?? ""
    far = conform.first { $0.name == "far" }?.value.text
    if case .object(let secrets)? = conform.first(where: { $0.name == "secrets" })?.value {
      for case (let name, .string(let value)) in secrets.map({ ($0.name, $0.value) }) { self.secrets[name] = value }
    }
    dial = Self.target(conform, "dial")
    dialBack = Self.target(conform, "dial-back")
  }

  /// Returns the member `name`, an object with `kind` and `value`.
  private static func target(_ members: [JSONValue.Member], _ name: String) -> CallTarget? {
    guard case .object(let target)? = members.first(where: { $0.name == name })?.value,
      case .string(let kind)? = target.first(where: { $0.name == "kind" })?.value,
      case .string(let value)? = target.first(where: { $0.name == "value" })?.value
    else { return nil }
    return CallTarget(kind, value)
  }
}

/// The ports that a configuration names instead of numbering (`conform.ports`), so that tests can run side by side.
///
/// A text `{name}` or `{name+9}` stands for the first port of that name, or the ninth after it. A text that is nothing else becomes a
/// number.
struct PortNames: Hashable, Sendable {
  /// A name and its number of ports.
  private struct Count: Hashable, Sendable {
    let name: String
    let count: Int
  }

  /// The number of ports of each name, in the order of the file.
  private let counts: [Count]

  /// Reads the member `ports` of `conform`: an object of counts.
  ///
  /// Without it there are no names.
  init(_ conform: [JSONValue.Member]) {
    guard case .object(let members)? = conform.first(where: { $0.name == "ports" })?.value else {
      counts = []
      return
    }
    counts = members.compactMap { member in
      guard case .number(let count) = member.value, let whole = Int(exactly: count), (1...10_000).contains(whole) else { return nil }
      return Count(name: member.name, count: whole)
    }
  }

  /// The number of ports of all names.
  var total: Int { counts.reduce(0) { $0 + $1.count } }

  /// Returns the value with each name replaced; the first name begins at the port `first`.
  func replacing(in value: JSONValue, from first: Int) -> JSONValue {
    switch value {
    case .string(let text): replacing(in: text, from: first)
    case .array(let items): .array(items.map { replacing(in: $0, from: first) })
    case .object(let members): .object(members.map { .init(name: $0.name, value: replacing(in: $0.value, from: first)) })
    case .null, .bool, .number: value
    }
  }

  private func replacing(in text: String, from first: Int) -> JSONValue {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      guard let number = port(rest[rest.index(after: open)..<close], from: first) else {
        result.append(contentsOf: rest[...close])
        rest = rest[rest.index(after: close)...]
        continue
      }
      if open == text.startIndex, close == text.index(before: text.endIndex) { return .integer(number) }
      result.append(contentsOf: rest[..<open])
      result.append(String(number))
      rest = rest[rest.index(after: close)...]
    }
    return .string(result + rest)
  }

  /// Returns the port of `name` or `name+N`; nil if there is no such name, or if the name has no more than N ports.
  private func port(_ words: Substring, from first: Int) -> Int? {
    let parts = words.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    var port = first
    for entry in counts {
      guard parts[0] == entry.name else {
        port += entry.count
        continue
      }
      guard parts.count == 2 else { return port }
      guard parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let offset = Int(parts[1]), offset < entry.count else { return nil }
      return port + offset
    }
    return nil
  }
}
