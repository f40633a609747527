internal import StrictJSON

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
