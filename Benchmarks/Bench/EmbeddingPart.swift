import CEmbedding
import FoundationEssentials
import Glibc
import Hookswitch

/// Whole calls of a C program through the C library, and those of this Swift program at the same time of day.
struct EmbeddingPart: BenchmarkPart {
  static let name = "embedding"
  static let summary =
    "a C program with libHookswitchC.so beside the same traffic in Swift: whole calls with pictures on 1,000 lines, events, requests"
  static let lineCount: UInt32 = 1_000
  private static let rounds = 5

  /// The figures of both programs, one right after the other.
  private struct Round {
    let swift: Double
    let refused: Double
    let c: embedding_figures
  }

  func measure() async throws -> [Measurement] {
    let folder = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe").split(separator: "/").dropLast()
    let library = "/" + folder.joined(separator: "/") + "/libHookswitchC.so"
    guard access(library, R_OK) == 0 else { throw TrafficError("\(library) is missing; build it with make c-library") }
    let blind = try await swift(seesCalls: false).rate
    // Both programs by turns: a machine whose speed changes then changes it for both.
    var rounds: [Round] = []
    for _ in 0..<Self.rounds {
      let (swift, refused) = try await swift(seesCalls: true)
      let process = try PeerProcess(["--embedding", library])
      process.endInput()
      rounds.append(Round(swift: swift, refused: refused, c: try process.read(of: embedding_figures())[0]))
      try process.finish()
    }
    func median(_ figure: (Round) -> Double) -> Double { rounds.map(figure).sorted().percentile(0.5) }
    return [
      Measurement("embedding.lifecycles_per_s", median { $0.c.lifecycles_per_s }, "1/s", .atLeast(50_000)),
      Measurement("embedding.swift_lifecycles_per_s", median { $0.swift }, "1/s"),
      Measurement("embedding.share_of_swift", median { $0.c.lifecycles_per_s / $0.swift * 100 }, "%", .atLeast(85)),
      Measurement("embedding.swift_without_pictures_per_s", blind, "1/s"),
      Measurement("embedding.next_ns", median { $0.c.next_ns }, "ns", .atMost(300)),
      Measurement("embedding.busy_next_ns", median { $0.c.busy_next_ns }, "ns"),
      Measurement("embedding.allocations_per_event", median { $0.c.allocations_per_event }, "", .atMost(1)),
      Measurement("embedding.dial_ns", median { $0.c.dial_ns }, "ns"),
      Measurement("embedding.end_ns", median { $0.c.end_ns }, "ns"),
      Measurement("embedding.refused_ns", median { $0.c.refused_ns }, "ns"),
      Measurement("embedding.refused_above_swift_ns", median { $0.c.refused_ns - $0.refused }, "ns", .atMost(1_000)),
      Measurement("embedding.known_transport_ms", median { $0.c.known_transport_ms }, "ms", .atMost(10)),
    ]
  }

  /// Returns the calls a second of a Swift program, and the median time of its refused requests in nanoseconds.
  ///
  /// - Parameter seesCalls: True when it receives the pictures of its calls, as a C program does.
  private func swift(seesCalls: Bool) async throws -> (rate: Double, refused: Double) {
    let host = CallHost()
    try host.addProvider("loopback", fromTransport: "org.hookswitch.loopback")
    let traffic = CallTraffic(
      host, lines: Int(Self.lineCount), calling: Handle(type: .phoneNumber, value: "5550100"), seesCalls: seesCalls)
    let windows = traffic.saturate(warmUp: 1, windows: 5)
    let refused = refusal(by: CallController(host: host))
    try traffic.finish()
    await host.shutdown()
    return (windows.map(\.callsPerSecond).sorted().percentile(0.5), refused)
  }

  /// Returns the median time of a request that is refused at once, in nanoseconds.
  private func refusal(by controller: CallController) -> Double {
    let times = (0..<2_000).map { _ in
      let start = Stopwatch.nanoseconds
      _ = controller.submit(Transaction(action: EndCallAction(call: CoreScript.call(1)))).waitForJudgement()
      return Double(Stopwatch.nanoseconds - start)
    }
    return times.sorted().percentile(0.5)
  }
}
