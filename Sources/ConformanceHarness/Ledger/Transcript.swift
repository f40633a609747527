internal import TransportABI

/// The course of an instance's calls, in a form that two runs of one plugin share.
///
/// For each call, in order: what the host asked, what became of it, what the plugin reported, what the far end saw, and what the test noted.
/// It has no order between calls, no messages, no count of wakes and no handle; an action that was done at once and one that was completed
/// later are the same. The transcript of a call that moves to another instance goes on there.
package struct Transcript: Hashable, Sendable {
  /// The party whose doing an event is.
  package enum Kind: Hashable, Sendable {
    /// The host asked.
    case asked
    /// An action was completed, refused or cancelled.
    case became
    /// The plugin reported the progress of a call that is not connected.
    case progressed
    /// The plugin reported something else.
    case reported
    /// The far end saw.
    case seen
    /// The test found out, at a moment of its own.
    case noted
  }

  /// The parts of two transcripts that must be equal, beside what was asked, became of it, was reported and was noted, each for itself.
  package struct Comparison: OptionSet, Sendable {
    package let rawValue: Int
    /// The time of each event, and so the order in which all of a call's events meet.
    package static let times = Comparison(rawValue: 1)
    /// The events of the instance itself.
    package static let instance = Comparison(rawValue: 2)

    package init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// One event.
  package struct Event: Hashable, Sendable {
    /// The virtual time, in nanoseconds from the start of the clock.
    package var time: UInt64
    /// The party.
    package var kind: Kind
    /// The event in words.
    package var text: String
  }

  /// The lane of events that belong to no call.
  package static let ownLane = -1

  /// The events by the ordinals of their calls; -1 for those of the instance itself.
  package private(set) var lanes: [Int: [Event]] = [:]
  /// True while the clock is real.
  ///
  /// Then times say nothing, nor does the order in which the host's requests, their completions and reports meet. An answer or an end may
  /// overtake the progress of a call, and the far end is seen at some moment: neither is compared. The moment also decides whether an action
  /// is done before its call ends or is cancelled by the end (HSW-R-079), and whether one of the same function before it is completed when it
  /// comes, or still takes what it needs (HSW_E_BUSY): both are the same.
  package var isTimeless = false

  mutating func add(_ lane: Int, _ kind: Kind, at time: UInt64, _ text: String) {
    lanes[lane, default: []].append(Event(time: time - min(time, VirtualLoop.beginning), kind: kind, text: text))
  }

  /// Forgets all events.
  package mutating func forget() { lanes = [:] }

  /// The first difference from another transcript, in one sentence; nil when there is none.
  ///
  /// - Parameters:
  ///   - other: the transcript to compare with.
  ///   - here: where or how this one came about, for the sentence.
  ///   - there: the same of the other one.
  ///   - comparison: the parts to compare; nil for all that two runs on this clock share.
  package func difference(
    from other: Transcript, _ here: String, _ there: String, _ comparison: Comparison? = nil
  ) -> String? {
    let comparison = comparison ?? (isTimeless ? .instance : [.times, .instance])
    let compared = Set(lanes.keys).union(other.lanes.keys).filter { $0 != Self.ownLane || comparison.contains(.instance) }
    for lane in compared.sorted() {
      let place = lane == Self.ownLane ? "of the instance" : "of its call \(lane + 1)"
      for (mine, theirs) in zip(parts(lane, comparison), other.parts(lane, comparison)) {
        for index in 0..<max(mine.count, theirs.count) {
          guard !isSame(mine, theirs, at: index, comparison) else { continue }
          let (left, right) = (text(mine, index, comparison), text(theirs, index, comparison))
          return "event \(index + 1) \(place) is \(left) \(here) and \(right) \(there)"
        }
      }
    }
    return nil
  }

  /// An event, and the text by which it is compared.
  private typealias Compared = (event: Event, text: String)

  /// The events of a lane whose order is compared; without times the order in which open actions are completed is not.
  private func parts(_ lane: Int, _ comparison: Comparison) -> [[Compared]] {
    guard !comparison.contains(.times) else { return [(lanes[lane] ?? []).map { ($0, $0.text) }] }
    let events = timeless(lane)
    let became = events.filter { $0.event.kind == .became }.sorted { $0.text < $1.text }
    return [became] + [Kind.asked, .reported, .noted].map { kind in events.filter { $0.event.kind == kind } }
  }

  private func isSame(_ mine: [Compared], _ theirs: [Compared], at index: Int, _ comparison: Comparison) -> Bool {
    guard mine.indices.contains(index), theirs.indices.contains(index) else { return false }
    return mine[index].text == theirs[index].text && (!comparison.contains(.times) || mine[index].event.time == theirs[index].event.time)
  }

  /// The events of a lane, without times: an action that fails because of its moment counts as done.
  ///
  /// It may come after the end of its call, before another one of its function is done, or while a hold or its end is under way.
  private func timeless(_ lane: Int) -> [Compared] {
    let events = lanes[lane] ?? []
    let hasEnded = events.contains { $0.kind == .reported && $0.text.hasPrefix("report_ended ") }
    var open: [Substring: Int] = [:]
    return events.map { event in
      let function = event.text.prefix { $0 != " " }
      if event.kind == .asked { open[function, default: 0] += 1 }
      guard event.kind == .became else { return (event, event.text) }
      open[function, default: 0] -= 1
      let isLate = hasEnded && event.text.hasSuffix(" \(Self.failed(HSW_E_CANCELLED))")
      let isEarly = open[function, default: 0] > 0 && event.text.hasSuffix(" \(Self.failed(HSW_E_BUSY))")
      let isBetween = open["hold.set_held", default: 0] > 0 && event.text.hasSuffix(" \(Self.failed(HSW_E_STATE))")
      return (event, isLate || isEarly || isBetween ? "\(function) \(LedgerAction.State.done.outcome)" : event.text)
    }
  }

  private static func failed(_ code: hsw_status) -> String { LedgerAction.State.failed(Fault(code: code)).outcome }

  private func text(_ events: [Compared], _ index: Int, _ comparison: Comparison) -> String {
    guard events.indices.contains(index) else { return "none" }
    let event = events[index].event
    return comparison.contains(.times) ? "\"\(event.text)\" at \(Double(event.time) / 1_000_000) ms" : "\"\(event.text)\""
  }
}

// The events of the ledger.
extension Ledger {
  /// Adds an event of a call, or of the instance for an unknown call and for 0.
  mutating func tell(_ call: UInt64, at time: UInt64? = nil, _ text: String, as kind: Transcript.Kind = .reported) {
    transcript.add(calls[call]?.ordinal ?? Transcript.ownLane, kind, at: time ?? now, text)
  }

  /// The handle's call as text that does not depend on the handle.
  func label(_ call: UInt64) -> String { calls[call].map { "call \($0.ordinal + 1)" } ?? "an unknown call" }

  /// A request's details without handles.
  func portable(_ detail: String) -> String {
    let digits = detail.split(separator: "x").last
    guard detail.hasPrefix("with "), let call = digits.flatMap({ UInt64($0, radix: 16) }) else { return detail }
    return "with \(label(call))"
  }
}

extension LedgerAction.State {
  /// The outcome in words; a refusal by status and a failure are the same.
  var outcome: String {
    switch self {
    case .open: "is open"
    case .done: "is done"
    case .refused(let status): "fails with \(StatusName.of(status))"
    case .failed(let fault): "fails with \(StatusName.of(fault.code))"
    case .cancelled: "is cancelled"
    case .forgotten: "is forgotten"
    }
  }
}

extension ForeignCallInfo {
  /// The description in words, without handles of calls.
  var words: String {
    "\(handleKind):\(handle) flags \(flags & mask) of \(mask)" + (replaces == 0 ? "" : ", replacing a call")
  }
}
