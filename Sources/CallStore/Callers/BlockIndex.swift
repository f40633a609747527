internal import CallControl

/// Block rules in a form that finds a caller's rule in microseconds, among ten thousands.
struct BlockIndex: Sendable {
  private struct PatternRule: Sendable {
    let pattern: Pattern
    let rule: BlockRule
  }

  private var exact: [String: BlockRule] = [:]
  private var prefixes: [String: [BlockRule]] = [:]
  /// The lengths of the prefixes, in bytes, the longest first.
  private var lengths: [Int] = []
  /// The oldest first.
  private var patterns: [PatternRule] = []
  /// The pairs of bytes that each pattern needs, beside each other in memory.
  private var needs: [UInt64] = []
  private var general: [BlockRule.Kind: BlockRule] = [:]

  init() {}

  /// Compiles rules, ordered by id; `key` is a rule's normal form.
  init(_ rules: [(rule: BlockRule, key: String)]) {
    for (rule, key) in rules {
      switch rule.kind {
      case .exact: exact[key] = rule
      case .prefix: prefixes[key, default: []].append(rule)
      case .pattern:
        let pattern = Pattern(key)
        patterns.append(PatternRule(pattern: pattern, rule: rule))
        needs.append(pattern.needs)
      case .withheld, .unknown, .all: general[rule.kind] = rule
      }
    }
    lengths = Set(prefixes.keys.map(\.utf8.count)).sorted(by: >)
  }

  /// A caller prepared for the search.
  struct Caller {
    /// The handle's normal form; nil when it is withheld.
    var handle: Handle?
    /// The handle's key, by which exact rules are found.
    var key: String?
    var bytes: [UInt8] = []
    var pairs: UInt64 = 0
    var isUnknown = false
    var time: WallTime

    init(_ handle: Handle?, key: String?, isUnknown: Bool, time: WallTime) {
      self.handle = handle
      self.key = key
      self.isUnknown = isUnknown
      self.time = time
      bytes = handle.map { Array($0.value.utf8) } ?? []
      pairs = Pattern.pairs(of: bytes)
    }

    func counts(_ rule: BlockRule) -> Bool {
      if let until = rule.until, until <= time { return false }
      return rule.type == nil || rule.type == handle?.type
    }
  }

  /// J3: returns an `allow` rule of any kind that matches.
  func allowing(_ caller: Caller) -> BlockRule? {
    func allow(_ rule: BlockRule?) -> BlockRule? { rule?.effect == .allow ? rule : nil }
    return allow(exact(caller)) ?? prefix(caller) { $0.effect == .allow } ?? pattern(caller) { $0.effect == .allow }
      ?? BlockRule.Kind.allCases.lazy.compactMap { kind in allow(general(kind, caller)) }.first
  }

  /// J4: returns the exact rule of a caller.
  func exact(_ caller: Caller) -> BlockRule? {
    guard let key = caller.key, let rule = exact[key], caller.counts(rule) else { return nil }
    return rule
  }

  /// J5: returns the rule with the longest prefix, else the oldest pattern.
  func partial(_ caller: Caller) -> BlockRule? {
    prefix(caller) { $0.effect != .allow } ?? pattern(caller) { $0.effect != .allow }
  }

  /// J6: returns the rule for withheld, unknown or all callers.
  func general(_ kind: BlockRule.Kind, _ caller: Caller) -> BlockRule? {
    guard let rule = general[kind], caller.counts(rule) else { return nil }
    switch kind {
    case .withheld: return caller.handle == nil ? rule : nil
    case .unknown: return caller.isUnknown ? rule : nil
    case .all: return rule
    case .exact, .prefix, .pattern: return nil
    }
  }

  private func prefix(_ caller: Caller, _ isMeant: (BlockRule) -> Bool) -> BlockRule? {
    guard caller.handle != nil else { return nil }
    for length in lengths where length <= caller.bytes.count {
      let key = String(decoding: caller.bytes[..<length], as: UTF8.self)
      if let rule = prefixes[key]?.first(where: { caller.counts($0) && isMeant($0) }) { return rule }
    }
    return nil
  }

  private func pattern(_ caller: Caller, _ isMeant: (BlockRule) -> Bool) -> BlockRule? {
    guard caller.handle != nil else { return nil }
    let missing = ~caller.pairs
    for index in needs.indices where needs[index] & missing == 0 {
      let entry = patterns[index]
      if isMeant(entry.rule), caller.counts(entry.rule), entry.pattern.matches(caller.bytes) { return entry.rule }
    }
    return nil
  }
}
