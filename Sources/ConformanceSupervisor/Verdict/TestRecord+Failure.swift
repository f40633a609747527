internal import ConformanceHarness
internal import StrictJSON

// The failure's place and the noted breaches, in the record's line.
extension TestRecord {
  /// The members about the failure; none for a test that has passed.
  var failureMembers: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let site { members.append(.init(name: "site", value: site.value)) }
    if !noted.isEmpty {
      members.append(
        .init(
          name: "noted",
          value: .array(
            noted.map {
              .object([.init(name: "kind", value: .string($0.kind)), .init(name: "function", value: .string($0.function))])
            })))
    }
    return members
  }

  /// Reads those members; what is missing or malformed stays out.
  mutating func takeFailure(_ value: JSONValue) {
    site = value["site"].flatMap(FailureSite.init(value:))
    noted = (value["noted"]?.array ?? []).compactMap { breach in
      guard let kind = breach["kind"]?.string, let function = breach["function"]?.string else { return nil }
      return NotedBreach(kind: kind, function: function)
    }
  }
}

extension FailureSite {
  fileprivate var value: JSONValue {
    .object([
      .init(name: "function", value: .string(function)), .init(name: "named", value: .bool(isNamed)),
      .init(name: "call", value: .string(String(call))), .init(name: "phase", value: .string(phase)),
      .init(name: "seen", value: .string(seen)), .init(name: "expected", value: .string(expected)),
      .init(name: "breach", value: .string(breach)), .init(name: "rule", value: .string(rule)),
      .init(name: "obstacle", value: .bool(isObstacle)),
    ])
  }

  fileprivate init?(value: JSONValue) {
    guard let function = value["function"]?.string, let call = value["call"]?.string.flatMap({ UInt64($0) }),
      let phase = value["phase"]?.string, let seen = value["seen"]?.string, let expected = value["expected"]?.string,
      let breach = value["breach"]?.string, let rule = value["rule"]?.string
    else { return nil }
    self.init(
      function: function, isNamed: value["named"] == .bool(true), call: call, phase: phase, seen: seen, expected: expected)
    self.breach = breach
    self.rule = rule
    isObstacle = value["obstacle"] == .bool(true)
  }
}
