internal import ConformanceHarness
internal import StrictJSON
internal import TransportABI

extension ConfigTests {
  /// The parts of the configuration in force that can be observed from outside.
  private struct Sight: Equatable {
    var maxCalls: UInt32?
    var providerName: String?
    var dump: [UInt8] = []
  }

  static func atomic(_ run: TestRun) throws {
    let stage = try run.stage()
    let schema = try schema(of: stage.near)
    let base = base(run)
    try requireTaken(stage, .object(base), "the run's own configuration")
    let before = try look(stage)
    // Some dumps differ each time, for example in counters.
    let showsDump = try look(stage).dump == before.dump
    let changes = schema.settings.compactMap { setting in
      setting.another(than: base.first { $0.name == setting.name }?.value).map { JSONValue.Member(name: setting.name, value: $0) }
    }
    let mistakes = schema.settings.compactMap { setting in
      setting.forbidden.first.map { JSONValue.Member(name: setting.name, value: $0) }
    }
    guard !changes.isEmpty, !mistakes.isEmpty else { throw TestSkip("the schema has no settings with clear good and bad values") }
    let texts = mistakes.flatMap { mistake in
      let good = changes.filter { $0.name != mistake.name }
      return [good + [mistake], [mistake] + good].map { JSONValue.object($0).text }
    }
    func change() throws -> String? {
      var now = try look(stage)
      if !showsDump { now.dump = before.dump }
      return now == before ? nil : difference(now, before)
    }
    // Looking takes time on a real clock, so all texts are checked together, and one by one only if one of them had an effect.
    let refused = try texts.filter { try stage.outcome(stage.near.apply($0)) != .done }
    if let all = try change() {
      for text in refused {
        try requireTaken(stage, .object(base), "the run's own configuration")
        _ = try stage.outcome(stage.near.apply(text))
        guard let change = try change() else { continue }
        throw TestFailure("config.apply refused \(text.prefix(200)), and part of it is in force: \(change)")
      }
      throw TestFailure("config.apply refused \(refused.count) configurations, and part of them is in force: \(all)")
    }
    try stage.tearDown()
  }

  /// Deactivates and activates the instance, so that it reports its limits again, and dumps it.
  private static func look(_ stage: Stage) throws -> Sight {
    try stage.near.deactivateAndWait(stage)
    guard try stage.near.activate().status == HSW_OK else { throw TestFailure("activate failed after config.apply") }
    try stage.settle()
    let ledger = stage.near.ledger
    var sight = Sight(maxCalls: ledger.maxCalls, providerName: ledger.providerName)
    try stage.ifOffered { sight.dump = try stage.near.dump(level: 5).bytes }
    return sight
  }

  private static func difference(_ now: Sight, _ before: Sight) -> String {
    if now.maxCalls != before.maxCalls { return "report_provider says max_calls \(now.maxCalls ?? 0), and \(before.maxCalls ?? 0) before" }
    if now.providerName != before.providerName { return "report_provider says the name \"\(now.providerName ?? "")\"" }
    return "diag.dump says " + String(decoding: now.dump.prefix(300), as: UTF8.self)
  }
}
