import FoundationEssentials

/// Formats the figures for people and as JSON.
struct Table {
  private let measurements: [Measurement]

  init(_ measurements: [Measurement]) {
    self.measurements = measurements
  }

  /// The figures as text, one a line: name, value, unit, and the result against the target.
  var text: String {
    let width = (measurements.map(\.name.count).max() ?? 0) + 2
    return measurements.map { measurement in
      let value = Self.number(measurement.value)
      return pad(measurement.name, width) + String(repeating: " ", count: max(0, 12 - value.count)) + value + " " + pad(measurement.unit, 6)
        + judgement(measurement)
    }.joined(separator: "\n")
  }

  /// Returns `{"name": {"value": 1.0, "unit": "…"}}`, sorted by name.
  func json() throws -> Data {
    struct Figure: Encodable {
      var value: Double
      var unit: String
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    var figures: [String: Figure] = [:]
    for measurement in measurements { figures[measurement.name] = Figure(value: measurement.value, unit: measurement.unit) }
    return try encoder.encode(figures)
  }

  private func judgement(_ measurement: Measurement) -> String {
    guard let target = measurement.target, let isReached = measurement.isReached else { return "" }
    let (word, limit) =
      switch target {
      case .atMost(let limit): ("at most", limit)
      case .atLeast(let limit): ("at least", limit)
      }
    return "\(isReached ? "reached" : "MISSED"): \(word) \(Self.number(limit))"
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Formats a value with two decimals below a hundred, and none above.
  private static func number(_ value: Double) -> String {
    if value.magnitude >= 100 { return String(Int64(value.rounded())) }
    let hundredths = Int64((value * 100).rounded())
    let fraction = String(hundredths.magnitude % 100)
    return "\(hundredths / 100)." + (fraction.count == 1 ? "0" : "") + fraction
  }
}
