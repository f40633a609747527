/// The samples of one family.
package struct MetricFamily: Hashable, Sendable {
  /// One sample: the values of the family's labels, and its value.
  package struct Sample: Hashable, Sendable {
    /// The value of a sample.
    package enum Value: Hashable, Sendable {
      case number(Double)
      case histogram(Histogram)
    }

    package let labels: [String]
    package let value: Value

    /// Creates a sample of a counter or a gauge.
    package init(_ labels: [String] = [], _ number: Double) {
      (self.labels, value) = (labels, .number(number))
    }

    /// Creates a sample of a histogram.
    package init(_ labels: [String], _ histogram: Histogram) {
      (self.labels, value) = (labels, .histogram(histogram))
    }
  }

  package let name: MetricName
  package let samples: [Sample]

  /// Creates a family; samples without the declared number of labels are left out.
  package init(_ name: MetricName, _ samples: [Sample]) {
    self.name = name
    self.samples = samples.filter { $0.labels.count == name.labels.count }.sorted { $0.labels.lexicographicallyPrecedes($1.labels) }
  }
}

/// A writer of metrics as text.
package enum MetricsText: Sendable {
  /// The Prometheus text format 0.0.4.
  case prometheus
  /// OpenMetrics 1.0.
  case openMetrics

  /// The media type of the text.
  package var contentType: String {
    switch self {
    case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
    case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
    }
  }

  /// Writes families in their order; one without a sample is left out.
  package func text(of families: [MetricFamily]) -> String {
    var text = ""
    for family in families where !family.samples.isEmpty { write(family, to: &text) }
    if self == .openMetrics { text += "# EOF\n" }
    return text
  }

  /// Returns the name of the family itself, which OpenMetrics writes without the suffix of its samples.
  private func title(of name: MetricName) -> String {
    let full = name.fullName
    guard self == .openMetrics else { return full }
    switch name.kind {
    case .counter: return full.hasSuffix("_total") ? String(full.dropLast(6)) : full
    case .info: return full.hasSuffix("_info") ? String(full.dropLast(5)) : full
    case .gauge, .histogram: return full
    }
  }

  private func write(_ family: MetricFamily, to text: inout String) {
    let (name, title) = (family.name, title(of: family.name))
    let kind = name.kind == .info && self == .prometheus ? MetricKind.gauge.rawValue : name.kind.rawValue
    text += "# HELP \(title) \(Self.escaped(name.help, quotes: false))\n# TYPE \(title) \(kind)\n"
    if self == .openMetrics, let unit = ["seconds", "bytes"].first(where: { title.hasSuffix("_" + $0) }) {
      text += "# UNIT \(title) \(unit)\n"
    }
    for sample in family.samples {
      let labels = zip(name.labels, sample.labels).map { "\($0)=\"\(Self.escaped($1, quotes: true))\"" }
      switch sample.value {
      case .number(let number): text += line(name.fullName, labels, number)
      case .histogram(let histogram): write(histogram, name.fullName, labels, to: &text)
      }
    }
  }

  private func write(_ histogram: Histogram, _ name: String, _ labels: [String], to text: inout String) {
    var sum: UInt64 = 0
    for (place, count) in histogram.counts.enumerated() {
      sum += count
      let bound = place < histogram.bounds.count ? written(bound: histogram.bounds[place]) : "+Inf"
      text += line(name + "_bucket", labels + ["le=\"\(bound)\""], Double(sum))
    }
    text += line(name + "_sum", labels, histogram.sum) + line(name + "_count", labels, Double(sum))
  }

  private func line(_ name: String, _ labels: [String], _ value: Double) -> String {
    name + (labels.isEmpty ? "" : "{" + labels.joined(separator: ",") + "}") + " " + Self.written(value) + "\n"
  }

  /// OpenMetrics wants the bound of a bucket with its fraction: `1.0`.
  private func written(bound: Double) -> String { self == .openMetrics ? "\(bound)" : Self.written(bound) }

  private static func written(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    return value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\"" where quotes: result += "\\\""
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
