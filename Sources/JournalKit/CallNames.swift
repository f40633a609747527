public import CallControl
public import FoundationEssentials

/// Short names for a journal's calls: `c1`, `c2` …, in the order in which it first speaks of them.
public struct CallNames: Hashable, Sendable {
  /// The calls, in the order of their names.
  public private(set) var calls: [CallID] = []
  private var numbers: [CallID: Int] = [:]

  /// Names the calls of a journal, over all its lines.
  public init(_ records: [JournalRecord]) {
    for record in records {
      for call in MentionedCalls.of(record) where numbers[call] == nil {
        calls.append(call)
        numbers[call] = calls.count
      }
    }
  }

  /// A call's short name; the start of its UUID for a call that the journal never mentions.
  public subscript(call: CallID) -> String {
    numbers[call].map { "c\($0)" } ?? String(call.uuidString.prefix(8))
  }

  /// A call's place in `calls`.
  func number(of call: CallID) -> Int? { numbers[call].map { $0 - 1 } }

  /// The call with that short name or UUID, capitals or not; nil when there is none.
  public func call(named name: String) -> CallID? {
    let wanted = name.lowercased()
    if wanted.hasPrefix("c"), let number = Int(wanted.dropFirst()), calls.indices.contains(number - 1) { return calls[number - 1] }
    return calls.first { $0.uuidString.lowercased() == wanted }
  }
}
