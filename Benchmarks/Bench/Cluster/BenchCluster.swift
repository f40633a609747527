import FoundationEssentials
import Glibc
import HostDoors
import HostSurface
import StrictJSON

/// A NATS server and daemons that are its nodes, all processes of their own on 127.0.0.1.
final class BenchCluster {
  /// The times of a lease, in seconds.
  struct Times {
    let lease: Int
    let beat: Int
    let margin: Int
    /// The times of a cluster with one server that should notice a loss soon.
    static let short = Times(lease: 5, beat: 1, margin: 1)
    /// The default times.
    static let usual = Times(lease: 15, beat: 3, margin: 2)
  }

  /// One daemon.
  struct Node {
    let name: String
    let process: MeasuredProcess
    let client: SocketClient
  }

  /// The time within which the nodes of a new cluster share its slots: an empty bucket looks like a lost one for lease and margin.
  private static let patience: Int64 = 60_000_000_000

  private let folder: TemporaryFolder
  private let server: MeasuredProcess?
  private(set) var nodes: [Node] = []

  /// The path of the program; nil where it is not installed.
  private static var program: String? {
    ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"].first { access($0, X_OK) == 0 }
  }

  /// Starts the nodes, and waits until each has its share of the slots.
  ///
  /// - Parameter times: the times of the lease; nil for daemons that are in no cluster.
  init(nodes count: Int, times: Times?) throws {
    folder = try TemporaryFolder()
    guard let times else {
      server = nil
      nodes = [try start("a1", member: "")]
      return
    }
    guard let program = Self.program else { throw TrafficError("nats-server is not installed") }
    server = try MeasuredProcess(
      [
        program, "-a", "127.0.0.1", "-p", "-1", "-js", "-sd", folder.path + "/engine", "--ports_file_dir", folder.path,
      ], on: 1, output: folder.path + "/engine.log")
    let end = Stopwatch.nanoseconds + Self.patience
    var address: Substring?
    while address == nil {
      guard Stopwatch.nanoseconds < end else { throw TrafficError("nats-server does not start: \(folder.text("engine.log"))") }
      Stopwatch.sleep(nanoseconds: 50_000_000)
      address = folder.text(ofNameEndingIn: ".ports").split(separator: "\"").first { $0.hasPrefix("nats://127.") }
    }
    for number in 1...count {
      let member =
        #", "cluster": {"name": "bench", "node": "a\#(number)", "servers": ["\#(address ?? "")"], "#
        + #""lease": \#(times.lease), "beat": \#(times.beat), "margin": \#(times.margin)}"#
      nodes.append(try start("a\(number)", member: member))
    }
    while try nodes.contains(where: { try slots(of: $0) < 3_000 / count }) {
      guard Stopwatch.nanoseconds < end else { throw TrafficError("the nodes do not share the slots") }
      Stopwatch.sleep(nanoseconds: 100_000_000)
    }
  }

  deinit {
    for node in nodes { node.process.signal(SIGKILL) }
    nodes = []
    server?.signal(SIGKILL)
    folder.remove()
  }

  /// Ends a node in order, and starts it again in its place.
  func restart(_ place: Int) throws {
    nodes[place].process.signal(SIGTERM)
    nodes[place].process.wait(atMost: 30)
    nodes[place] = try start(nodes[place].name)
  }

  /// Starts a node.
  ///
  /// - Parameter member: the member `cluster` of its configuration; nil for a node that has a configuration.
  private func start(_ name: String, member: String? = nil) throws -> Node {
    let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path
    if let member {
      try folder.write(
        #"{"providers": [{"name": "home", "transport": "loopback"}], "audio": {"device": "null"}\#(member)}"#, to: name + ".json")
    }
    let socket = "\(folder.path)/\(name).sock"
    let process = try MeasuredProcess(
      [
        products + "/hookswitch", "daemon", "--no-bus", "--no-desktop", "--socket", socket, "--state", "\(folder.path)/\(name)",
        "--config", "\(folder.path)/\(name).json", "--transport-path", products, "--isolation", "inside", "--log", "warning",
      ], on: 0, in: folder.path, output: "\(folder.path)/\(name).log")
    let end = Stopwatch.nanoseconds + Self.patience
    while true {
      // A daemon answers before it has added its providers.
      if let client = try? SocketClient(socket),
        (try? client.request(.providerGet, .object(of: ["provider": "home"])))?["standing"] == "ready"
      {
        return Node(name: name, process: process, client: client)
      }
      guard Stopwatch.nanoseconds < end else { throw TrafficError("a node does not start: \(folder.text("\(name).log"))") }
      Stopwatch.sleep(nanoseconds: 50_000_000)
    }
  }

  private func slots(of node: Node) throws -> Int { try node.client.request(.clusterStatus)["slots"]?.integer ?? 0 }

  /// Returns the name of the node that owns a line, as another node sees it.
  func owner(of line: String, by node: Node) throws -> String? {
    try node.client.request(.clusterWhere, .object(of: ["line": .string(line)]))["node"]?.string
  }

  /// Returns lines that a node owns.
  func lines(of node: Node, count: Int) throws -> [String] {
    var lines: [String] = []
    var number = 0
    while lines.count < count {
      if try owner(of: "line \(number)", by: node) == node.name { lines.append("line \(number)") }
      number += 1
    }
    return lines
  }

  /// The processor time of the first node, in nanoseconds.
  var processorNanoseconds: Int64 { nodes[0].process.processorNanoseconds }

  /// Waits until the engine has the record of each call of the first node, and returns the processor time of the node until then, in
  /// nanoseconds, without that of the last question.
  func shippedProcessorNanoseconds() throws -> Int64 {
    let end = Stopwatch.nanoseconds + Self.patience
    // Each question costs the node whose processor time is measured, so the first one comes when the records should be there.
    Stopwatch.sleep(nanoseconds: 500_000_000)
    while true {
      let used = processorNanoseconds
      if try nodes[0].client.request(.clusterStatus)["unshippedRecords"]?.integer == 0 { return used }
      guard Stopwatch.nanoseconds < end else { throw TrafficError("the records of \(nodes[0].name) do not reach the engine") }
      Stopwatch.sleep(nanoseconds: 100_000_000)
    }
  }
}
