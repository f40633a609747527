internal import TransportKit

/// Calls that come by themselves, for load: a Poisson process, each holding for an exponential time.
struct Schedule: Hashable, Sendable {
  /// How many come in a second, in the mean.
  let callsPerSecond: Double
  /// How long a call lasts that is answered, in the mean.
  let holding: Duration
  /// Who calls; one of them, by chance.
  let from: [String]
  /// How many come in all; 0 for no end.
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
  /// A telephone number of the plan, in E.164.
  func telephone(_ plan: NumberingPlan) throws(TransportError) -> String {
    guard case .number(let number) = plan.dialed(try text()) else {
      throw wrong("must be a telephone number as it is dialed in \(plan.country.name), or with + and country code")
    }
    return number
  }
}
