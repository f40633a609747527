import CEmbedding
import FoundationEssentials
import Hookswitch
import Synchronization

/// The C program, in a process of its own that rests between its rounds.
struct EmbeddingProgram {
  private let process: PeerProcess

  /// Starts the process.
  init(library: String) throws { process = try PeerProcess(["--embedding", library]) }

  /// Measures a round.
  func round(_ kind: Int) throws -> embedding_figures {
    withUnsafeBytes(of: UInt8(kind)) { process.send($0) }
    return try process.read(of: embedding_figures())[0]
  }

  /// Ends the process.
  func finish() throws {
    process.endInput()
    try process.finish()
  }
}

/// The traffic of the C program from Swift, in this process.
struct SwiftTraffic {
  private let host = CallHost()
  private let traffic: CallTraffic

  /// Makes the host.
  ///
  /// - Parameter seesCalls: True when it receives the pictures of its calls, as a C program does.
  init(seesCalls: Bool) throws {
    try host.addProvider("loopback", fromTransport: "org.hookswitch.loopback")
    traffic = CallTraffic(
      host, lines: Int(EmbeddingPart.lineCount), calling: Handle(type: .phoneNumber, value: "5550100"), seesCalls: seesCalls)
  }

  /// Measures a round.
  func round() -> embedding_figures {
    let window = traffic.saturate(warmUpCalls: EMBEDDING_WARM_UP, calls: EMBEDDING_CALLS)
    var figures = embedding_figures()
    figures.lifecycles_per_s = window.callsPerSecond
    figures.processor_us = window.processorMicrosecondsPerCall
    return figures
  }

  /// Ends the host.
  func finish() async throws {
    try traffic.finish()
    await host.shutdown()
  }
}

/// The requests of the C program from Swift, in this process.
final class SwiftRequests: Sendable {
  private let host = CallHost()
  private let controllers: [CallController]
  private let active = Atomic<Int>(0)
  private let ended = Atomic<Int>(0)
  private let failures = Atomic<Int>(0)
  private let serial = Atomic<UInt64>(0)

  /// Makes the host.
  init() throws {
    try host.addProvider("loopback", fromTransport: "org.hookswitch.loopback")
    controllers = (0..<Int(EmbeddingPart.lineCount)).map { [host] in CallController(host: host, line: LineID(rawValue: "line \($0)")) }
    _ = DirectListener(host, turn: { [weak self] in self?.hear($0) }, event: { _ in })
  }

  private func hear(_ turn: TurnNews) {
    for event in turn.events {
      switch event {
      case .entered(_, .active): active.add(1, ordering: .relaxed)
      case .ended: ended.add(1, ordering: .relaxed)
      default: break
      }
    }
  }

  /// Measures a round.
  func round() throws -> embedding_figures {
    active.store(0, ordering: .relaxed)
    ended.store(0, ordering: .relaxed)
    let first = serial.add(UInt64(controllers.count), ordering: .relaxed).oldValue
    let calls = controllers.indices.map { CoreScript.call(first + UInt64($0)) }
    let handle = Handle(type: .phoneNumber, value: "5550100")
    var figures = embedding_figures()
    figures.dial_ns = median(controllers.count) { ask(StartCallAction(call: calls[$0], handle: handle), on: $0) }
    while active.load(ordering: .relaxed) < calls.count { Stopwatch.sleep(nanoseconds: 1_000_000) }
    Stopwatch.sleep(nanoseconds: 50_000_000)
    figures.end_ns = median(controllers.count) { ask(EndCallAction(call: calls[$0]), on: $0) }
    while ended.load(ordering: .relaxed) < calls.count { Stopwatch.sleep(nanoseconds: 1_000_000) }
    Stopwatch.sleep(nanoseconds: 50_000_000)
    let asked = failures.load(ordering: .relaxed)
    guard asked == 0 else { throw TrafficError("\(asked) requests failed") }
    let nobody = CallID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    figures.refused_ns = median(2_000) { _ in
      _ = controllers[0].submit(Transaction(action: EndCallAction(call: nobody))).waitForJudgement()
    }
    return figures
  }

  private func ask(_ action: any CallAction, on place: Int) {
    let request = controllers[place].submit(Transaction(action: action)) { [self] news in
      switch news {
      case .refused, .failed, .performed(_, .some): failures.add(1, ordering: .relaxed)
      case .accepted, .alreadyEnded, .performed, .done: break
      }
    }
    _ = request.waitForJudgement()
  }

  private func median(_ count: Int, _ body: (Int) -> Void) -> Double {
    let times = (0..<count).map { place in
      let start = Stopwatch.nanoseconds
      body(place)
      return Double(Stopwatch.nanoseconds - start)
    }
    return times.sorted().percentile(0.5)
  }

  /// Ends the host.
  func finish() async { await host.shutdown() }
}
