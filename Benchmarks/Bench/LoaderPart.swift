import Hookswitch
import TransportLoader

/// The time from loading to readiness of each transport, on the first load in a process.
struct LoaderPart: BenchmarkPart {
  static let name = "loader"
  static let summary = "from loading a transport to its being ready, first in a fresh process; the median of 21"

  private let runs = 21

  func measure() throws -> [Measurement] {
    let found = TransportCatalog().usable.compactMap(\.id)
    guard !found.isEmpty else { throw TrafficError("no transport was found; build them, and put each manifest beside its library") }
    return try found.map { id in
      let times = try (0..<runs).map { _ in try FreshProcess.number(["--load-once", id]) }.sorted()
      return Measurement("loader.ready_ms.\(id.split(separator: ".").last ?? "")", times.percentile(0.5), "ms", .atMost(6))
    }
  }
}
