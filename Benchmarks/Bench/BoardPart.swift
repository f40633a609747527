import CallControl
import Hookswitch

/// The cost of long lists: a million blocked callers, ten thousand providers.
struct BoardPart: BenchmarkPart {
  static let name = "board"
  static let summary =
    "blocking one caller among a million, and adding one provider among ten thousand: time under the host's lock, and memory"

  private let blockedCount = 1_000_000
  private let providerCount = 10_000
  private let rounds = 2_000

  func measure() async throws -> [Measurement] {
    try await blocking() + providers()
  }

  private static func caller(_ number: Int) -> Handle {
    Handle(type: .phoneNumber, value: "+1\(2_000_000_000 + number)")
  }

  private func blocking() async throws -> [Measurement] {
    let host = CallHost()
    _ = try host.register("obedient", delegate: ObedientDelegate())
    let (_, allocations) = Allocations.during { for number in 0..<blockedCount { host.block(Self.caller(number)) } }
    var blockTimes: [Double] = []
    var unblockTimes: [Double] = []
    for round in 0..<rounds {
      let handle = Self.caller(round * (blockedCount / rounds))
      unblockTimes.append(Self.microseconds { host.unblock(handle) })
      blockTimes.append(Self.microseconds { host.block(handle) })
    }
    // Reading the list keeps a copy of it, so the next change must not modify the list in place.
    let list = host.blockList
    guard list.count == blockedCount else { throw TrafficError("\(list.count) callers are blocked, not \(blockedCount)") }
    let afterReading = Self.microseconds { host.block(Self.caller(blockedCount)) }
    await host.shutdown()
    return [
      Measurement("board.block_us_max", blockTimes.max() ?? 0, "us", .atMost(1_000)),
      Measurement("board.unblock_us_max", unblockTimes.max() ?? 0, "us", .atMost(1_000)),
      Measurement("board.block_after_reading_us", afterReading, "us", .atMost(1_000)),
      Measurement("board.blocked_bytes_each", Double(allocations.liveBytes) / Double(blockedCount), "B", .atMost(100)),
    ]
  }

  private func providers() async throws -> [Measurement] {
    let host = CallHost()
    let delegate = ObedientDelegate()
    let first = try await Self.add(0..<(providerCount - rounds), to: host, delegate)
    let last = try await Self.add((providerCount - rounds)..<providerCount, to: host, delegate)
    guard host.providers.count == providerCount else { throw TrafficError("\(host.providers.count) providers are registered") }
    await host.shutdown()
    return [
      Measurement("board.add_provider_us", last.microseconds, "us", .atMost(100)),
      Measurement("board.add_first_providers_us", first.microseconds, "us"),
      Measurement("board.provider_bytes", last.bytes, "B", .atMost(4_096)),
    ]
  }

  /// Returns the processor time and the memory for adding each provider, including its start.
  private static func add(_ numbers: Range<Int>, to host: CallHost, _ delegate: ObedientDelegate) async throws -> (
    microseconds: Double, bytes: Double
  ) {
    let start = Stopwatch.processorNanoseconds
    var failure: (any Error)?
    let allocations = await Allocations.during {
      do {
        for number in numbers { _ = try host.register(ProviderID(rawValue: "account-\(number)"), delegate: delegate) }
      } catch { failure = error }
      await host.settle()
    }
    if let failure { throw failure }
    let time = Double(Stopwatch.processorNanoseconds - start)
    return (time / 1_000 / Double(numbers.count), Double(allocations.liveBytes) / Double(numbers.count))
  }

  private static func microseconds(_ body: () -> Void) -> Double {
    let start = Stopwatch.nanoseconds
    body()
    return Double(Stopwatch.nanoseconds - start) / 1_000
  }
}
