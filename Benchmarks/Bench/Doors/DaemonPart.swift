import FoundationEssentials
import Glibc
import HostDoors
import HostSurface
import StrictJSON

/// A daemon at rest, as a process of its own: `hookswitch daemon` with the provider Loopback.
struct DaemonPart: BenchmarkPart {
  static let name = "daemon"
  static let summary = "a daemon at rest for 10 s, with its transport inside and in a process of its own: wake-ups, processor time, memory"

  private let seconds: Int64 = 10

  func measure() throws -> [Measurement] {
    var measurements: [Measurement] = []
    for place in Place.allCases {
      let name = place == .inside ? "daemon" : "daemon.apart"
      let folder = try TemporaryFolder()
      defer { folder.remove() }
      let process = try start(place, in: folder)
      let used = process.processorNanoseconds
      let wakeups = process.wakeups(within: seconds)
      measurements += [
        // The library of the thread pools looks at them once a second; the daemon adds nothing to that.
        Measurement("\(name).idle_wakeups_per_s", Double(wakeups) / Double(seconds), "1/s", .atMost(1.2)),
        Measurement("\(name).idle_cpu_us_per_s", Double(process.processorNanoseconds - used) / 1_000 / Double(seconds), "µs/s"),
        // The goal counts the pages that the daemon alone causes; its share of libraries depends on the other programs.
        Measurement("\(name).anonymous_mib", Double(process.memory("Anonymous")) / 1_048_576, "MiB", .atMost(25)),
        Measurement("\(name).pss_mib", Double(process.memory("Pss")) / 1_048_576, "MiB"),
      ]
      guard process.children == (place == .inside ? 0 : 1) else { throw TrafficError("the transport does not run at its place") }
      process.signal(SIGTERM)
      process.wait(atMost: 10)
    }
    return measurements
  }

  /// Starts a daemon, and waits until it has registered its provider and is at rest.
  private func start(_ place: Place, in folder: TemporaryFolder) throws -> MeasuredProcess {
    let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path
    try folder.write(
      #"{"providers": [{"name": "home", "transport": "loopback"}], "audio": {"device": "null"}}"#, to: "config.json")
    let socket = folder.path + "/host.sock"
    let process = try MeasuredProcess(
      [
        products + "/hookswitch", "daemon", "--no-bus", "--socket", socket, "--state", folder.path + "/state",
        "--config", folder.path + "/config.json", "--transport-path", products, "--isolation", place.rawValue,
      ], on: 0, in: folder.path, output: folder.path + "/log")
    let end = Stopwatch.nanoseconds + 60_000_000_000
    while !folder.text("log").contains("ready: socket") {
      guard Stopwatch.nanoseconds < end else { throw TrafficError("the daemon does not start: \(folder.text("log"))") }
      Stopwatch.sleep(nanoseconds: 50_000_000)
    }
    let client = try SocketClient(socket)
    while try client.request(.providerGet, .object(of: ["provider": "home"]))["standing"] != "ready" {
      guard Stopwatch.nanoseconds < end else { throw TrafficError("the provider is not ready") }
      Stopwatch.sleep(nanoseconds: 50_000_000)
    }
    client.close()
    // The pools of threads end those that have no work after some seconds.
    Stopwatch.sleep(nanoseconds: 7_000_000_000)
    return process
  }
}
