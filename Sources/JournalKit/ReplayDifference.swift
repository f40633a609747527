public import CallControl
internal import StrictJSON

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

/// Describes a line's events and effects in words.
///
/// Every effect has a description, also those that concern only a shell.
struct JournalWords {
  let names: CallNames
  private let text: JournalText

  init(line: LineID, names: CallNames) {
    self.names = names
    text = JournalText(line: line, name: { names[$0] })
  }

  /// Describes an effect on one line.
  func text(of effect: LineEffect) -> String {
    let entries = text.entries(effect)
    if !entries.isEmpty { return PlainText.clean(entries.map(\.description).joined(separator: ";"), limit: 240) }
    let words =
      switch effect {
      case .cancel(let provider, let command): "\(provider) < cancel \(command.kind.rawValue) \(names[command.call])"
      case .show(let provider, let call): "\(provider) < shown \(names[call])"
      case .performed(let request, action: let action, let error):
        "action \(action) of request \(request.rawValue): " + (error.map { "failed \($0.code.rawValue)" } ?? "performed")
      case .dtmfReceived(let call, let digits): "dtmf \(names[call]) \(digits)"
      case .changed(let revision): "snapshot \(revision)"
      case .accepted(_, let title): "accepted \(title.word)" + (title.call.map { " " + names[$0] } ?? "")
      case .done(_, let title): "done \(title.word)" + (title.call.map { " " + names[$0] } ?? "")
      default: exactly(effect)
      }
    return PlainText.clean(words, limit: 240)
  }

  /// Returns an effect as JSON, to tell apart two that have the same description.
  func exactly(_ effect: LineEffect) -> String {
    PlainText.clean((try? JSONValue(encoding: effect).sorted.text) ?? "\(effect)", limit: 1000)
  }

  /// Describes an event on one line.
  func text(of event: LineEvent) -> String {
    let words =
      switch event {
      case .request(let request, _):
        "a request of origin \(request.origin.rawValue): " + LadderLabel.text(request.body, names: names)
      case .fulfilled(let provider, let ref, _): "\(provider) > fulfilled \(ref.kind.rawValue) \(names[ref.call])"
      case .failed(let provider, let ref, _):
        "\(provider) > failed \(ref.kind.rawValue) \(names[ref.call])" + LadderLabel.details(of: event)
      case .notAsked(let provider, let ref): "\(provider) < not asked: \(ref.kind.rawValue) \(names[ref.call])"
      case .incoming(let provider, let incoming, _): "\(provider) > incoming \(names[incoming.call])" + LadderLabel.details(of: event)
      case .report(let provider, let call, let report, at: _):
        "\(provider) > \(report.word) \(names[call])" + LadderLabel.details(of: event)
      case .screened(let screener, let call, let verdict, _): "\(screener) > \(verdict.rawValue) \(names[call])"
      case .silence(let call): "silence \(names[call])"
      case .roster: "the providers changed"
      case .lost(let provider, let loss, _): (["\(provider) > lost"] + loss.calls.map { names[$0] }).joined(separator: " ")
      case .doNotDisturb(let isOn): "doNotDisturb \(isOn)"
      case .policy: "another policy"
      case .standing(let standing): "standing \(standing)"
      case .tick: "time passed"
      }
    return PlainText.clean(words, limit: 240)
  }
}
