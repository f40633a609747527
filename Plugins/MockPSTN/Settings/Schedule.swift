internal import TransportKit

/// Generated calls for load: a Poisson process of calls with exponential holding times.
struct Schedule: Hashable, Sendable {
  /// The mean number of calls per second.
  let callsPerSecond: Double
  /// The mean length of an answered call.
  let holding: Duration
  /// The callers, one of which is chosen at random for each call; empty for built-in number 00.
  let from: [String]
  /// The total number of calls; 0 for no limit.
  let limit: Int

  init(_ node: SettingsNode, _ plan: NumberingPlan) throws(TransportError) {
    let object = try node.object(["calls-per-s", "holding-s", "from", "limit"])
    callsPerSecond = try object.required("calls-per-s").number(in: 0.0001...1_000)
    holding = try object.seconds("holding-s", default: .seconds(60))
    limit = try object["limit"]?.whole(in: 0...1_000_000_000) ?? 0
    var callers: [String] = []
    for caller in try object["from"]?.elements() ?? [] { callers.append(try caller.telephone(plan)) }
    from = callers
  }
}

extension SettingsNode {
  /// Reads a telephone number as dialed in the plan, and returns it in E.164.
  func telephone(_ plan: NumberingPlan) throws(TransportError) -> String {
    guard case .number(let number) = plan.dialed(try text()) else {
      throw wrong("must be a telephone number as it is dialed in \(plan.country.name), or with + and country code")
    }
    return number
  }
}
