/// A far end that is the author's program, asked line by line on its standard input (see docs/conformance-peer.md).
final class CommandPeer: FarEnd {
  let kind = "command"
  private unowned let stage: Stage
  private let dialogue: LineDialogue
  private var pairs: CallPairs
  /// The number of the program's calls, made and received.
  private var count: UInt64 = 0
  private var incoming: [UInt64] = []
  private var dialed: [UInt64] = []
  private var counted = 0

  /// Starts the program.
  init(_ stage: Stage, command: String) throws {
    self.stage = stage
    pairs = CallPairs(near: stage.near.ledger)
    dialogue = try LineDialogue(command: command)
    stage.loop.isRealTime = true
  }

  func target() throws -> CallTarget {
    let words = try ask("target").split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { throw TestFailure("the far end's program answered no kind and handle to `target`") }
    return CallTarget(words[0], words[1])
  }

  func callUs(from: CallTarget) throws {
    countOutgoing()
    _ = try ask("call \(from.kindText) \(String(decoding: from.handle, as: UTF8.self))")
    count += 1
    dialed.append(count)
  }

  func order(_ order: PeerOrder, _ call: CallRef) throws { _ = try ask("order \(number(call)) \(Self.words(order))") }

  func see(_ call: CallRef) throws -> PeerView { try PeerView(json: Array(ask("see \(number(call))").utf8)) }

  private static func words(_ order: PeerOrder) -> String {
    switch order {
    case .dtmf(let digits): "dtmf \(digits)"
    case .tone(let hertz): "tone \(hertz)"
    case .askTransfer(let handle): "transfer \(handle)"
    case .ring, .answer, .decline, .busy, .end, .hold, .resume, .vanish, .silence, .echo: "\(order)"
    }
  }

  /// Returns the program's number of the call: it counts its calls from 1, in both directions.
  private func number(_ call: CallRef) throws -> UInt64 {
    countOutgoing()
    guard let number = pairs.find(call, near: stage.near.ledger, farIncoming: incoming, farDialed: dialed) else {
      throw TestFailure("\(call) has no number at the far end's program")
    }
    return number
  }

  private func countOutgoing() {
    while counted < pairs.outgoing(stage.near.ledger).count {
      counted += 1
      count += 1
      incoming.append(count)
    }
  }

  private func ask(_ question: String) throws -> String {
    try dialogue.ask(question) { self.stage.runWhatIsDue() }
  }
}

/// Matches our calls with the far end's, by the order in which they came.
struct CallPairs {
  private var pairs: [UInt64: UInt64] = [:]
  /// Calls that came in at the far end and belong to none of our present calls.
  private var strays: Set<UInt64> = []
  /// Our calls that began before this far end existed.
  private let earlier: Set<UInt64>

  /// Matches only calls that begin from now on.
  init(near: Ledger) { earlier = Set(near.calls.keys) }

  /// Returns the far end's id of our call, once both ends have seen it.
  ///
  /// Calls that we dialed match the far end's incoming calls, and our incoming calls match those that it dialed.
  mutating func find(_ call: CallRef, near: Ledger, farIncoming: [UInt64], farDialed: [UInt64]) -> UInt64? {
    if let known = pairs[call.id] { return known }
    match(outgoing(near), farIncoming.filter { !strays.contains($0) })
    match(near.incomingOrder.filter { !earlier.contains($0) }, farDialed)
    return pairs[call.id]
  }

  /// Drops the match of a far-end call that belongs to an earlier call of ours, which the network delivered late.
  mutating func discard(_ their: UInt64) {
    strays.insert(their)
    for (our, other) in pairs where other == their { pairs[our] = nil }
  }

  /// Returns our calls to the far end, in the order in which they were begun.
  func outgoing(_ near: Ledger) -> [UInt64] {
    near.calls.filter { id, call in !call.isIncoming && call.stage != .void && call.stage != .starting && !earlier.contains(id) }
      .keys.sorted()
  }

  private mutating func match(_ ours: [UInt64], _ theirs: [UInt64]) {
    let taken = Set(pairs.values)
    for (our, their) in zip(ours.filter { pairs[$0] == nil }, theirs.filter { !taken.contains($0) }) { pairs[our] = their }
  }
}
