/// One figure of a benchmark.
struct Measurement: Sendable {
  /// The name; the names that the documentation lists are contracts.
  let name: String
  let value: Double
  let unit: String
  /// The target, for people; nil for a figure without one.
  let target: Target?

  /// The limit for a figure.
  enum Target: Sendable {
    case atMost(Double)
    case atLeast(Double)
  }

  init(_ name: String, _ value: Double, _ unit: String, _ target: Target? = nil) {
    self.name = name
    self.value = value
    self.unit = unit
    self.target = target
  }

  /// True when the figure meets its target; nil without a target.
  var isReached: Bool? {
    switch target {
    case .atMost(let limit): value <= limit
    case .atLeast(let limit): value >= limit
    case nil: nil
    }
  }
}
