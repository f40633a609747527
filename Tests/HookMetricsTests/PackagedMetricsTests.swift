import Foundation
import HookMetrics
import Testing

/// The dashboard, the alerts and the page name only metrics that exist.
@Suite("Packaged metrics") struct PackagedMetricsTests {
  static func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The names of all samples.
  static var samples: Set<String> {
    MetricName.allCases.reduce(into: []) { names, name in
      if name.kind == .histogram {
        names.formUnion(["_bucket", "_sum", "_count"].map { name.fullName + $0 })
      } else {
        names.insert(name.fullName)
      }
    }
  }

  /// Returns the words of expressions that are names of metrics.
  static func names(in text: String) -> Set<String> {
    Set(text.matches(of: /(hookswitch|process)_[a-z_]+/).map { String($0.output.0) })
  }

  @Test("Each metric of the dashboard exists") func dashboard() throws {
    let text = try Self.text("Packaging/metrics/hookswitch-dashboard.json")
    let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let panels = try #require(document["panels"] as? [[String: Any]])
    var expressions: [String] = []
    for panel in panels { for target in panel["targets"] as? [[String: Any]] ?? [] { expressions += [target["expr"] as? String ?? ""] } }
    let names = Self.names(in: expressions.joined(separator: " "))
    #expect(names.isSubset(of: Self.samples), "\(names.subtracting(Self.samples).sorted())")
    // Each family but the times of the process has its place.
    let families = Set(MetricName.allCases.map(\.fullName)).subtracting([
      "process_start_time_seconds", "process_cpu_seconds_total", "hookswitch_recorder_dropped_records_total",
      "hookswitch_audio_ticks_total",
    ])
    for family in families { #expect(names.contains { $0.hasPrefix(family) }, "\(family)") }
    #expect(Set(panels.compactMap { $0["id"] as? Int }).count == panels.count)
  }

  @Test("Each metric and label of the alerts exists, and each alert has its texts") func alerts() throws {
    let text = try Self.text("Packaging/metrics/hookswitch-alerts.yml")
    let rules = text.components(separatedBy: "- alert: ").dropFirst()
    #expect(rules.count == 5)
    for rule in rules {
      let expression = try #require(rule.split(separator: "\n").first { $0.contains("expr: ") }, "\(rule)")
      let names = Self.names(in: String(expression))
      #expect(!names.isEmpty && names.isSubset(of: Self.samples), "\(names)")
      #expect(rule.contains("severity: ") && rule.contains("summary: ") && rule.contains("description: "))
    }
    let labels = Set(MetricName.allCases.flatMap(\.labels)).union(["instance", "severity"])
    for match in text.matches(of: /\$labels\.([a-z]+)/) { #expect(labels.contains(String(match.output.1)), "\(match.output.1)") }
    for match in text.matches(of: /\{([a-z]+)="/) { #expect(labels.contains(String(match.output.1)), "\(match.output.1)") }
  }

  @Test("docs/metrics.md has the table of the metrics") func page() throws {
    #expect(try Self.text("docs/metrics.md").contains(MetricName.table), "\(MetricName.table)")
  }
}
