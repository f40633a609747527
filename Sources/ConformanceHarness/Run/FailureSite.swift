/// The place of a failure: the function, its call, the phase of life, and the sentence in its two parts.
package struct FailureSite: Sendable, Hashable {
  /// The function, as in `calls.start` or `host.report_state`; empty when no function had been called.
  package var function: String
  /// True when the failure names the function, false when it is the last that was called before.
  package var isNamed: Bool
  /// The number of the function's use in this test, from 1; 0 when it is not counted.
  package var call: UInt64
  /// The phase of the instance's life; empty before `create`.
  package var phase: String
  /// The event.
  package var seen: String
  /// The expectation; empty when the test's title is the expectation.
  package var expected: String
  /// The kind of the ledger's rule; empty when the test itself found the failure.
  package var breach = ""
  /// The rule that the kind stands for; empty as above.
  package var rule = ""
  /// True when a step failed that many tests share.
  package var isObstacle = false

  package init(function: String, isNamed: Bool, call: UInt64, phase: String, seen: String, expected: String = "") {
    (self.function, self.isNamed, self.call, self.phase, self.seen, self.expected) = (function, isNamed, call, phase, seen, expected)
  }
}

/// A breach that the ledger noted during a test, without its details.
package struct NotedBreach: Sendable, Hashable {
  /// The kind of rule.
  package var kind: String
  /// The function.
  package var function: String

  package init(kind: String, function: String) { (self.kind, self.function) = (kind, function) }
}

extension TestRun {
  /// Returns the place of a failure that a test's body has thrown just now.
  package func site(of failure: TestFailure) -> FailureSite {
    let tally = crossings.tally
    let names = FunctionNames(counted: tally.uses.keys)
    let found = failure.function.map(names.whole) ?? names.first(in: failure.sentence)
    let parts = FailureSentence(failure.sentence)
    // Functions of the library itself are no crossings, but the page has them.
    let last = lastCall.last
    let function = found ?? (tally.lastRequest.isEmpty ? last?.function ?? "" : tally.lastRequest)
    let counted = tally.uses[function] ?? lastCall.latest(of: function)?.ordinal ?? 0
    var site = FailureSite(
      function: function, isNamed: found != nil, call: counted, phase: phaseOfLife, seen: parts.seen,
      expected: failure.expected ?? parts.expected)
    site.breach = failure.breach?.rawValue ?? ""
    site.rule = failure.breach?.rule ?? ""
    site.isObstacle = failure.isObstacle
    return site
  }

  /// The breaches in the ledgers of the instances under test, each kind and function once.
  package var notedBreaches: [NotedBreach] {
    var noted: [NotedBreach] = []
    let names = FunctionNames(counted: crossings.tally.uses.keys)
    for host in hosts where !host.ledger.isFarEnd {
      // A late completion after a cancel is no fault by itself.
      for breach in host.ledger.breaches where breach.kind != .staleWord && noted.count < 32 {
        let new = NotedBreach(kind: breach.kind.rawValue, function: names.first(in: breach.sentence) ?? "")
        if !noted.contains(new) { noted.append(new) }
      }
    }
    return noted
  }

  /// The phase of life of the latest instance that lives, or else of the latest.
  private var phaseOfLife: String {
    let own = hosts.filter { !$0.ledger.isFarEnd }
    return (own.last { $0.ledger.phase != .gone } ?? own.last)?.ledger.phase.word ?? ""
  }
}

extension Ledger.Phase {
  /// The phase as a report names it.
  package var word: String {
    switch self {
    case .created, .initialised, .active, .draining: rawValue
    case .dying: "being destroyed"
    case .gone: "destroyed"
    }
  }
}

/// A failure's sentence, taken apart into the event and the expectation.
///
/// The kit's sentences end by "should be …" or "instead of …", or say "changed X from A to B".
package struct FailureSentence: Hashable, Sendable {
  /// The event.
  package let seen: String
  /// The expectation; empty when the sentence has none.
  package let expected: String

  package init(_ sentence: String) {
    if let place = sentence.lastRange(of: ", should ") {
      self.init(sentence[..<place.lowerBound], sentence[place.upperBound...])
    } else if let place = sentence.lastRange(of: ", though it should ") {
      self.init(sentence[..<place.lowerBound], sentence[place.upperBound...])
    } else if let place = sentence.lastRange(of: " instead of ") {
      self.init(sentence[..<place.lowerBound], sentence[place.upperBound...])
    } else if let place = sentence.lastRange(of: " should "), let rest = sentence[place.upperBound...].firstIndex(of: ";") {
      self.init(sentence[sentence.index(after: rest)...], sentence[..<rest])
    } else if let change = sentence.lastRange(of: " changed "), let from = sentence.lastRange(of: " from "),
      let to = sentence.lastRange(of: " to "), change.upperBound <= from.lowerBound, from.upperBound <= to.lowerBound
    {
      self.init(sentence[...], "\(sentence[change.upperBound..<from.lowerBound]) stays \(sentence[from.upperBound..<to.lowerBound])")
    } else {
      self.init(sentence[...], "")
    }
  }

  private init(_ seen: Substring, _ expected: some StringProtocol) {
    self.seen = String(seen.drop { $0 == " " })
    let plain = String(expected)
    self.expected = plain.hasPrefix("be ") ? String(plain.dropFirst(3)) : plain
  }
}

extension String {
  /// Returns the last place of a text; nil when it is not there.
  fileprivate func lastRange(of text: String) -> Range<Index>? {
    guard !text.isEmpty, utf8.count >= text.utf8.count else { return nil }
    var start = index(endIndex, offsetBy: -text.count, limitedBy: startIndex)
    while let at = start {
      if self[at...].hasPrefix(text) { return at..<index(at, offsetBy: text.count) }
      start = at == startIndex ? nil : index(before: at)
    }
    return nil
  }
}
