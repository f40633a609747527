public import CallControl
public import FoundationEssentials

/// Labels for a journal's calls: `c1`, `c2` …, in the order in which the journal first mentions them.
public struct CallNames: Hashable, Sendable {
  /// The calls, in the order of their labels.
  public private(set) var calls: [CallID] = []
  private var numbers: [CallID: Int] = [:]

  /// Labels the calls of a journal, across all its lines.
  public init(_ records: [JournalRecord]) {
    for record in records {
      for call in MentionedCalls.of(record) where numbers[call] == nil {
        calls.append(call)
        numbers[call] = calls.count
      }
    }
  }

  /// Returns a call's label; the start of its UUID for a call that the journal does not mention.
  public subscript(call: CallID) -> String {
    numbers[call].map { "c\($0)" } ?? String(call.uuidString.prefix(8))
  }

  /// Returns a call's index in `calls`.
  func number(of call: CallID) -> Int? { numbers[call].map { $0 - 1 } }

  /// Returns the call with this label or UUID, ignoring case; nil when there is none.
  public func call(named name: String) -> CallID? {
    let wanted = name.lowercased()
    if wanted.hasPrefix("c"), let number = Int(wanted.dropFirst()), calls.indices.contains(number - 1) { return calls[number - 1] }
    return calls.first { $0.uuidString.lowercased() == wanted }
  }
}
