import CEmbedding
import FoundationEssentials
import Glibc
import Hookswitch

/// A C program with the C library beside this Swift program: the same traffic in short rounds by turns.
///
/// The speed of a machine changes by a quarter within seconds. Each figure that compares the two is therefore the median over pairs of rounds,
/// one right after the other, and every second pair begins with the other program.
struct EmbeddingPart: BenchmarkPart {
  static let name = "embedding"
  static let summary =
    "a C program with libHookswitchC.so and Swift by turns: whole calls with pictures on 1,000 lines, events, requests"
  static let lineCount: UInt32 = 1_000
  private static let trafficPairs = 12
  private static let requestPairs = 8

  /// A round of each program.
  private struct Pair {
    let c: embedding_figures
    let swift: embedding_figures

    /// Returns the figure of C, less that of Swift.
    func excess(_ figure: KeyPath<embedding_figures, Double>) -> Double { c[keyPath: figure] - swift[keyPath: figure] }

    /// Returns the figure of C as a share of that of Swift, in percent.
    func share(_ figure: KeyPath<embedding_figures, Double>) -> Double { c[keyPath: figure] / swift[keyPath: figure] * 100 }
  }

  func measure() async throws -> [Measurement] {
    let folder = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe").split(separator: "/").dropLast()
    let library = "/" + folder.joined(separator: "/") + "/libHookswitchC.so"
    guard access(library, R_OK) == 0 else { throw TrafficError("\(library) is missing; build it with make c-library") }
    let c = try EmbeddingProgram(library: library)
    let (whole, requests) = (try SwiftTraffic(seesCalls: true), try SwiftRequests())
    let lives = try pairs(Self.trafficPairs, { try c.round(EMBEDDING_TRAFFIC) }, { whole.round() })
    let asked = try pairs(Self.requestPairs, { try c.round(EMBEDDING_REQUESTS) }, { try requests.round() })
    let transports = try c.round(EMBEDDING_TRANSPORTS)
    try c.finish()
    try await whole.finish()
    await requests.finish()
    let blind = try SwiftTraffic(seesCalls: false)
    let rates = (0..<3).map { _ in blind.round().lifecycles_per_s }
    try await blind.finish()
    return calls(lives) + [
      Measurement("embedding.swift_without_pictures_per_s", rates.sorted().percentile(0.5), "1/s"),
      Measurement("embedding.next_ns", median(asked) { $0.c.next_ns }, "ns", .atMost(300)),
      Measurement("embedding.busy_next_ns", median(lives) { $0.c.busy_next_ns }, "ns"),
      Measurement("embedding.allocations_per_event", median(asked) { $0.c.allocations_per_event }, "", .atMost(1)),
    ] + costs(asked) + [Measurement("embedding.known_transport_ms", transports.known_transport_ms, "ms", .atMost(10))]
  }

  private func calls(_ pairs: [Pair]) -> [Measurement] {
    [
      Measurement("embedding.lifecycles_per_s", median(pairs) { $0.c.lifecycles_per_s }, "1/s", .atLeast(50_000)),
      Measurement("embedding.swift_lifecycles_per_s", median(pairs) { $0.swift.lifecycles_per_s }, "1/s"),
    ] + spread("embedding.share_of_swift", pairs, "%", .atLeast(85)) { $0.share(\.lifecycles_per_s) } + [
      Measurement("embedding.processor_us", median(pairs) { $0.c.processor_us }, "us"),
      Measurement("embedding.swift_processor_us", median(pairs) { $0.swift.processor_us }, "us"),
    ]
  }

  private func costs(_ pairs: [Pair]) -> [Measurement] {
    [
      Measurement("embedding.dial_ns", median(pairs) { $0.c.dial_ns }, "ns"),
      Measurement("embedding.end_ns", median(pairs) { $0.c.end_ns }, "ns"),
      Measurement("embedding.refused_ns", median(pairs) { $0.c.refused_ns }, "ns"),
    ] + spread("embedding.dial_above_swift_ns", pairs, "ns") { $0.excess(\.dial_ns) }
      + spread("embedding.end_above_swift_ns", pairs, "ns") { $0.excess(\.end_ns) }
      + spread("embedding.refused_above_swift_ns", pairs, "ns", .atMost(1_000)) { $0.excess(\.refused_ns) }
  }

  /// Measures rounds of both programs by turns.
  private func pairs(
    _ count: Int, _ c: () throws -> embedding_figures, _ swift: () throws -> embedding_figures
  ) rethrows -> [Pair] {
    // The first pair warms both up.
    Array(
      try (0...count).map { place in
        if place.isMultiple(of: 2) {
          let figures = try c()
          return Pair(c: figures, swift: try swift())
        }
        let figures = try swift()
        return Pair(c: try c(), swift: figures)
      }.dropFirst())
  }

  private func median(_ pairs: [Pair], _ figure: (Pair) -> Double) -> Double { pairs.map(figure).sorted().percentile(0.5) }

  /// Returns the median of a figure over the pairs, and its quartiles.
  private func spread(
    _ name: String, _ pairs: [Pair], _ unit: String, _ target: Measurement.Target? = nil, _ figure: (Pair) -> Double
  ) -> [Measurement] {
    let figures = pairs.map(figure).sorted()
    return [
      Measurement(name, figures.percentile(0.5), unit, target), Measurement("\(name).p25", figures.percentile(0.25), unit),
      Measurement("\(name).p75", figures.percentile(0.75), unit),
    ]
  }
}
