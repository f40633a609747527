import Glibc
import HostDoors
import HostSurface
import StrictJSON

/// The accounts of lines that a node brings up: SIP accounts without a registrar, which share their sockets.
struct AccountsPart: BenchmarkPart {
  static let name = "accounts"
  static let summary = "a node of a cluster that starts with the accounts of 10,000 lines"

  private static let accounts = 10_000
  private static let rounds = 3
  /// The longest wait for a node, in nanoseconds.
  private static let patience: Int64 = 60_000_000_000

  func measure() async throws -> [Measurement] {
    let cluster = try BenchCluster(nodes: 1, times: .short)
    let without = try rounds(of: cluster, providers: 1)
    let began = Stopwatch.nanoseconds
    for number in 0..<Self.accounts { try set("agent-\(number)", by: cluster.nodes[0].client) }
    let entering = Double(Stopwatch.nanoseconds - began) / 1_000 / Double(Self.accounts)
    let with = try rounds(of: cluster, providers: Self.accounts + 1)
    let memory = Double(with.memory - without.memory) / 1_024 / Double(Self.accounts)
    return [
      Measurement("accounts.set_us", entering, "µs"),
      Measurement("accounts.up_us", (with.processor - without.processor) / Double(Self.accounts), "µs", .atMost(100)),
      Measurement("accounts.up_s", with.processor / 1e6, "s"),
      Measurement("accounts.memory_kib", memory, "KiB"),
    ]
  }

  /// Starts the node again and again, and returns the median of its processor time until all is up, in microseconds, and its memory.
  private func rounds(of cluster: BenchCluster, providers: Int) throws -> (processor: Double, memory: Int) {
    var times: [Double] = []
    for _ in 0..<Self.rounds {
      try cluster.restart(0)
      try rest(cluster.nodes[0])
      times.append(Double(cluster.nodes[0].process.processorNanoseconds) / 1_000)
      let list = try cluster.nodes[0].client.request(.providerList)["providers"]?.array ?? []
      guard list.count == providers, list.allSatisfy({ $0["standing"] == "ready" }) else {
        throw TrafficError("the node has \(list.count) providers, should have \(providers), all ready")
      }
    }
    return (times.sorted().percentile(0.5), cluster.nodes[0].process.residentBytes)
  }

  /// Waits until the node has its slots, some seconds after it has joined, and works no more.
  private func rest(_ node: BenchCluster.Node) throws {
    let end = Stopwatch.nanoseconds + Self.patience
    Stopwatch.sleep(nanoseconds: 6_000_000_000)
    var used: Int64 = 0
    repeat {
      guard Stopwatch.nanoseconds < end else { throw TrafficError("the node does not come to rest") }
      used = node.process.processorNanoseconds
      Stopwatch.sleep(nanoseconds: 1_000_000_000)
    } while node.process.processorNanoseconds - used > 50_000_000
  }

  private func set(_ line: String, by client: SocketClient) throws {
    let settings = JSONValue.object(of: ["uri": .string("sip:\(line)@127.0.0.1"), "address": "127.0.0.1", "port": 0])
    let account = JSONValue.object(of: ["name": "pbx", "transport": "sip", "settings": settings])
    _ = try client.request(.clusterSetLine, .object(of: ["line": .string(line), "settings": .object(of: ["accounts": .array([account])])]))
  }
}
