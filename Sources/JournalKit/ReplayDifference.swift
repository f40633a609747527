public import CallControl

/// A difference between a journal and its replay, in words: the event, and the effects then and now.
public struct ReplayDifference: Hashable, Sendable {
  /// One line of the comparison.
  public struct Entry: Hashable, Sendable {
    /// The side of the comparison that has an effect.
    public enum Side: Hashable, Sendable {
      /// In the journal and in the replay.
      case both
      /// In the journal only.
      case recorded
      /// In the replay only.
      case replayed
    }

    /// The side that has the effect.
    public let side: Side
    /// The effect in the words of the journal.
    public let text: String
  }

  /// The calls that the difference concerns.
  public let calls: [CallID]
  /// The event, with its line and time.
  public let event: String
  /// The effects in order: the common beginning, the recorded ones that differ, the replayed ones that differ, the common end.
  public let entries: [Entry]

  /// Describes a difference.
  public init(_ difference: JournalReplay.Difference, in records: [JournalRecord], names: CallNames) {
    let record = records[difference.record]
    let words = JournalWords(line: difference.line, names: names)
    var known: Set<CallID> = []
    calls = (MentionedCalls.of(record) + difference.replayed.flatMap(MentionedCalls.of)).filter { known.insert($0).inserted }
    let told = if case .received(_, let event, _) = record.body { words.text(of: event) } else { "" }
    event =
      "line \(PlainText.clean("\(difference.line)", limit: 40)) at \(ClockText.time(ClockText.since(records[0].time, record.time))): \(told)"

    let (old, new) = (difference.recorded, difference.replayed)
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old[head...].reversed(), new[head...].reversed()).prefix { $0 == $1 }.count
    let (left, right) = (old[head..<(old.count - tail)], new[head..<(new.count - tail)])
    func entries(_ effects: ArraySlice<LineEffect>, _ side: Entry.Side, _ text: (LineEffect) -> String) -> [Entry] {
      effects.map { Entry(side: side, text: text($0)) }
    }
    // When the descriptions of different effects are equal, show the effects as JSON.
    let isVisible = left.map(words.text) != right.map(words.text)
    let spell = isVisible ? words.text(of:) : words.exactly
    self.entries =
      entries(old[..<head], .both, words.text(of:)) + entries(left, .recorded, spell) + entries(right, .replayed, spell)
      + entries(old[(old.count - tail)...], .both, words.text(of:))
  }
}
