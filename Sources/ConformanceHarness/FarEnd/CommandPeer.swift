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
