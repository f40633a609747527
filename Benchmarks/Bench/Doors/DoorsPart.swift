import DoorTrials
import Glibc
import Hookswitch
import HostDoors
import HostService

/// The socket door, in front of a service without a host and of one with a host.
struct DoorsPart: BenchmarkPart {
  static let name = "doors"
  static let summary = "requests of the socket: pipelined, at half load, 1,000 subscribers, and a client that never reads"

  private let exchanges = 100_000
  private let stoppedCount = 20

  func measure() async throws -> [Measurement] {
    let service = TrialService()
    var measurements = try BenchDoor.open(service) { path in
      var measurements = try requests(path, "doors")
      let heard = try Subscribers(path, count: 1_000).run(service, events: 500, perSecond: 100)
      measurements.append(Measurement("doors.event_p50_ms", heard.percentile(0.5), "ms"))
      measurements.append(Measurement("doors.event_p99_ms", heard.percentile(0.99), "ms", .atMost(50)))
      return try measurements + stoppedReaders(path, service)
    }
    let host = CallHost()
    measurements += try BenchDoor.open(BenchDoor.service(host)) { try requests($0, "doors.host") }
    await host.shutdown()
    return measurements
  }

  /// Measures requests: as many as can be, and at a steady rate.
  private func requests(_ path: String, _ name: String) throws -> [Measurement] {
    let latency = try halfLoad(path, perSecond: 10_000)
    return [
      Measurement("\(name).requests_per_s_1", try rate(path, connections: 1), "1/s", .atLeast(20_000)),
      Measurement("\(name).requests_per_s_100", try rate(path, connections: 100), "1/s", .atLeast(20_000)),
      Measurement("\(name).reply_p50_us", latency.percentile(0.5), "µs"),
      Measurement("\(name).reply_p99_us", latency.percentile(0.99), "µs", .atMost(1_000)),
    ]
  }

  /// Returns the requests a second of clients that keep 64 requests under way each.
  private func rate(_ path: String, connections: Int) throws -> Double {
    let clients = try (0..<connections).map { _ in try PipeliningClient(path) }
    let each = exchanges / connections
    var rates: [Double] = []
    for _ in 0..<5 {
      let start = Stopwatch.nanoseconds
      try PipeliningClient.exchange(clients, requests: each, window: connections == 1 ? 64 : 16)
      rates.append(Double(each * connections) / (Double(Stopwatch.nanoseconds - start) / 1e9))
    }
    return rates.sorted().percentile(0.5)
  }

  /// Returns the sorted times between request and reply in microseconds, at a steady rate over ten connections.
  private func halfLoad(_ path: String, perSecond: Int) throws -> [Double] {
    let clients = try (0..<10).map { _ in try PipeliningClient(path) }
    let interval = 1_000_000_000 / Int64(perSecond)
    let count = perSecond * 3
    let start = Stopwatch.nanoseconds + interval
    var times: [Double] = []
    var sent = 0
    var heard = [Int](repeating: 0, count: clients.count)
    while times.count < count {
      while sent < count, start + Int64(sent) * interval <= Stopwatch.nanoseconds {
        try clients[sent % clients.count].request(sent)
        sent += 1
      }
      for (place, client) in clients.enumerated() where heard[place] * clients.count + place < sent {
        let replies = try client.lines()
        let now = Stopwatch.nanoseconds
        // From the time at which the request was due: replies of one connection come in order.
        for _ in 0..<replies {
          times.append(Double(now - start - Int64(heard[place] * clients.count + place) * interval) / 1_000)
          heard[place] += 1
        }
      }
    }
    return times.sorted()
  }

  /// Measures the memory for each subscriber that never reads, and the longest reply to another client meanwhile.
  private func stoppedReaders(_ path: String, _ service: TrialService) throws -> [Measurement] {
    let other = try PipeliningClient(path)
    // Fills the log until its memory stays the same, so that only the door's own memory grows afterwards.
    for _ in 0..<4 { service.records(70_000, bytes: 400) }
    let before = ResidentMemory.bytes
    let stopped = try (0..<stoppedCount).map { _ in try PipeliningClient(path) }
    for client in stopped { try client.subscribe() }
    var worst = 0.0
    for number in 0..<700 {
      service.records(100, bytes: 400)
      let start = Stopwatch.nanoseconds
      try other.request(number)
      _ = try other.replies(atLeast: 1)
      worst = max(worst, Double(Stopwatch.nanoseconds - start) / 1e6)
    }
    let grown = max(0, ResidentMemory.bytes - before)
    return [
      Measurement("doors.stopped_reader_bytes", Double(grown / stopped.count), "B", .atMost(2_097_152)),
      Measurement("doors.reply_beside_stopped_readers_max_ms", worst, "ms"),
    ]
  }
}

/// The resident memory of this process.
private enum ResidentMemory {
  static var bytes: Int {
    var text = [UInt8](repeating: 0, count: 128)
    let file = open("/proc/self/statm", O_RDONLY)
    defer { close(file) }
    let count = read(file, &text, text.count)
    let fields = String(decoding: text.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
