internal import Locking

/// The reports of an instance in the order of each call and each action, and notes of a test between them.
///
/// Two runs of one script give equal tapes. Not on the tape are the order of reports on different calls at one moment, the log, and a call's
/// handle: incoming calls are numbered.
package struct ReportTape: Sendable {
  private struct Entry: Sendable {
    var time: UInt64
    var text: String
  }

  private var entries: [String: [Entry]] = [:]
  private var incoming: [UInt64] = []

  init() {}

  /// Adds a report.
  mutating func record(_ crossing: Crossing) {
    var words = [crossing.function]
    if !crossing.detail.isEmpty { words.append(crossing.detail) }
    // Only a refusal is worth a word.
    if let status = crossing.status, status != 0 { words.append("(the host answered \(StatusName.of(status)))") }
    let subject = crossing.call != 0 ? name(ofCall: crossing.call) : crossing.action != 0 ? "action \(crossing.action)" : "the line"
    add(subject, words.joined(separator: " "), at: crossing.time)
  }

  /// Adds a note of the test on a call.
  mutating func note(_ text: String, on call: CallRef, at time: UInt64) { add(name(ofCall: call.id), text, at: time) }

  private mutating func add(_ subject: String, _ text: String, at time: UInt64) {
    entries[subject, default: []].append(Entry(time: time, text: text))
  }

  private mutating func name(ofCall call: UInt64) -> String {
    guard call >> 63 == 1 else { return "call \(call)" }
    if !incoming.contains(call) { incoming.append(call) }
    return "incoming call \((incoming.firstIndex(of: call) ?? 0) + 1)"
  }

  /// The parts of two tapes that must be equal.
  package struct Comparison: OptionSet, Sendable {
    package let rawValue: Int
    /// The time of each report.
    package static let times = Comparison(rawValue: 1)
    /// The reports on the line and the limits.
    package static let line = Comparison(rawValue: 2)

    package init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// Returns the first difference from the tape of a run that nothing has disturbed, in one sentence; nil if there is none.
  package func difference(from control: ReportTape, _ comparison: Comparison) -> String? {
    for subject in Set(entries.keys).union(control.entries.keys).sorted() where comparison.contains(.line) || subject != "the line" {
      let found = lines(subject, comparison)
      let wanted = control.lines(subject, comparison)
      guard found != wanted else { continue }
      let place = zip(found, wanted).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(found.count, wanted.count)
      func line(_ lines: [String]) -> String { place < lines.count ? lines[place] : "nothing" }
      return "\(subject): \(line(found)), should be \(line(wanted))"
    }
    return nil
  }

  private func lines(_ subject: String, _ comparison: Comparison) -> [String] {
    entries[subject, default: []].map { entry in
      let milliseconds = (entry.time - VirtualLoop.beginning) / 1_000_000
      return comparison.contains(.times) ? "\(entry.text) at +\(milliseconds) ms" : entry.text
    }
  }
}

extension Stage {
  /// Begins to record the reports of the instance under test.
  package func startTape() { near.host.tape.withLock { $0 = ReportTape() } }

  /// Returns the reports so far, with the state of each action, and records no more.
  package func endTape() -> ReportTape {
    let now = loop.now
    let ledger = near.ledger
    return near.host.tape.withLock { tape in
      defer { tape = nil }
      var ended = tape ?? ReportTape()
      for (id, action) in ledger.actions.sorted(by: { $0.key < $1.key }) {
        ended.record(
          Crossing(
            number: 0, direction: .toPlugin, function: action.function, action: id, detail: Stage.describe(action.state), time: now,
            isOnLoop: true))
      }
      return ended
    }
  }

  /// Notes what the test found out about a call.
  package func note(_ text: String, on call: CallRef) {
    let now = loop.now
    near.host.tape.withLock { $0?.note(text, on: call, at: now) }
  }

  /// Notes the far end's view of a call.
  package func look(_ call: CallRef) throws { note("the far end sees \(try peer.see(call).text)", on: call) }
}

extension PeerView {
  /// The view in words.
  fileprivate var text: String {
    var words = [state]
    if held == true { words.append("held") }
    if muted == true { words.append("muted") }
    let values = [("digits", digits), ("group", group), ("cause", cause.map(String.init)), ("transferred", transferred)]
    for (name, value) in values {
      if let value, !value.isEmpty, value != "0" { words.append("\(name) \(value)") }
    }
    return words.joined(separator: ", ")
  }
}
