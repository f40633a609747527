/// One figure of a benchmark.
struct Measurement: Sendable {
  /// Its name; those in the documentation are contracts.
  let name: String
  let value: Double
  let unit: String
  /// What it should be, for people; nil: it is reported only.
  let target: Target?

  /// What a figure should reach.
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

  /// Whether the figure is what it should be; nil: nothing was asked of it.
  var isReached: Bool? {
    switch target {
    case .atMost(let limit): value <= limit
    case .atLeast(let limit): value >= limit
    case nil: nil
    }
  }
}
