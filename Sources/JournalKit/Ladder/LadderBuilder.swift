internal import CallControl

/// Converts one line's records into the rows of its ladder, one record at a time.
struct LadderBuilder {
  let line: LineID
  let names: CallNames
  /// The journal's text: a ladder's labels use the same words, so that you can search for one in the other.
  let text: JournalText
  /// The time of the journal's first record: a host's clock may count from the boot of its machine.
  private let start: Instant
  private let begun: String?
  private(set) var rows: [LadderRow] = []
  private var providers: [ProviderID] = []
  private var screeners: [ScreenerID] = []
  private var wires: [Participant] = []
  private var standings: [ProviderID: Roster.Standing] = [:]
  private var summaries: [CallID: CallSummary] = [:]
  private var time = Instant.zero
  private var number = 0
  private var hasOpened = false

  var here: Participant { .line(line) }

  init(line: LineID, names: CallNames, start: Instant, begun: String?) {
    self.line = line
    self.start = start
    self.begun = begun
    self.names = names
    text = JournalText(line: line, name: { names[$0] })
  }

  /// The ladder of the records added so far.
  var ladder: Ladder {
    var order: [Participant] = [.programs, here]
    for provider in providers { order += [.provider(provider)] + wires.filter { $0.provider == provider } }
    order += screeners.map { .screener($0) }
    return Ladder(line: line, order: order, calls: summaries.values.sorted { $0.number < $1.number }, begun: begun, events: rows)
  }

  mutating func add(_ record: JournalRecord, number: Int) {
    time = ClockText.since(start, record.time)
    self.number = number
    switch record.body {
    case .opened(_, _, let roster):
      // A transport's messages may come before the first opening.
      if hasOpened { row(.note("the line starts again"), about: []) }
      hasOpened = true
      learn(roster)
    case .received(_, let event, let effects): add(event, effects)
    case .closed: break
    case .provider(let provider, let loss): say(loss, of: provider)
    case .upgraded(let provider, let from, let to, let way, let milliseconds):
      row(.note(PlainText.clean("\(provider) upgraded from \(from) to \(to): \(way), \(milliseconds) ms", limit: 120)), about: [])
    case .unknown(let provider, let word): draw(.disregarded(provider, .unknown, word), of: .tick)
    case .wire(let provider, let call, protocol: let name, text: let text, isOutgoing: let isOutgoing):
      say(text, in: name, of: provider, call, isOutgoing: isOutgoing)
    }
  }

  // MARK: Rows

  mutating func message(
    from: Participant, to: Participant, _ label: String, _ kind: LadderMessage.Kind, isTrouble: Bool = false, about calls: [CallID]
  ) {
    for participant in [from, to] { meet(participant) }
    row(.message(LadderMessage(from: from, to: to, label, kind: kind, isTrouble: isTrouble)), about: calls)
  }

  mutating func row(_ body: LadderRow.Body, about calls: [CallID]) {
    if case .audio(let provider, _, _) = body { meet(.provider(provider)) }
    for call in calls { summaries[call] = summary(of: call) }
    rows.append(LadderRow(time: time, record: number, calls: calls, body: body))
  }

  private mutating func meet(_ participant: Participant) {
    switch participant {
    case .provider(let provider): if !providers.contains(provider) { providers.append(provider) }
    case .wire(let provider, protocol: _):
      meet(.provider(provider))
      if !wires.contains(participant) { wires.append(participant) }
    case .screener(let screener): if !screeners.contains(screener) { screeners.append(screener) }
    case .programs, .line: break
    }
  }

  // MARK: Calls

  private func summary(of call: CallID) -> CallSummary { summaries[call] ?? CallSummary(call, names) }

  /// Records facts about a call for the legend.
  mutating func learn(_ call: CallID, _ change: (inout CallSummary) -> Void) {
    var summary = summary(of: call)
    change(&summary)
    summaries[call] = summary
  }

  // MARK: Providers

  /// Records the providers' standings; the first roster also sets the order of the columns.
  private mutating func learn(_ roster: Roster) {
    for entry in roster.entries {
      meet(.provider(entry.id))
      standings[entry.id] = entry.standing
    }
  }

  /// Draws the changes from the last roster.
  mutating func compare(_ roster: Roster) {
    for entry in roster.entries where standings[entry.id] != entry.standing {
      switch entry.standing {
      case .ready: message(from: .provider(entry.id), to: here, "ready", .telling, about: [])
      case .notReady: message(from: .provider(entry.id), to: here, "not ready", .telling, isTrouble: true, about: [])
      case .quarantined: row(.note("\(entry.id) is in quarantine"), about: [])
      }
    }
    learn(roster)
  }

  mutating func say(_ loss: ProviderLoss, of provider: ProviderID) {
    let label =
      switch loss {
      case .lost(let error): "lost" + LadderLabel.suffix(error)
      case .reset(let error): "reset" + LadderLabel.suffix(error)
      case .invalidated: "retired"
      case .calls(let calls, let error, goesOn: _): "lost " + calls.map { names[$0] }.joined(separator: " ") + LadderLabel.suffix(error)
      }
    message(from: .provider(provider), to: here, label, .telling, isTrouble: true, about: loss.calls)
  }

  private mutating func say(_ text: String, in name: String, of provider: ProviderID, _ call: CallID?, isOutgoing: Bool) {
    let wire = Participant.wire(provider, protocol: name)
    meet(wire)
    let lines = text.split(whereSeparator: \.isNewline)
    let ends: (Participant, Participant) = isOutgoing ? (.provider(provider), wire) : (wire, .provider(provider))
    let whole = lines.count > 1 ? text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) : []
    let detail = whole.prefix(400).map { PlainText.clean(String($0), limit: 2000) }.joined(separator: "\n")
    let label = PlainText.clean(SIPText(text, of: name)?.label ?? lines.first.map(String.init) ?? "(empty)", limit: 48)
    row(.message(LadderMessage(from: ends.0, to: ends.1, label, detail: detail, kind: .telling)), about: call.map { [$0] } ?? [])
  }
}
