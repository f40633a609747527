internal import CallControl
internal import CallStore
package import HostSurface
package import StrictJSON

// Block rules, the judge and do-not-disturb.
extension MemoryMethods {
  private static let rule = Subject(what: "rule")

  /// Answers `block.list`.
  package func blockList(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    let rules = try run(Self.rule) { store throws(StoreError) in try store.blockRules() }
    return .object(of: ["rules": .array(rules.map(\.json))])
  }

  /// Answers `block.add`.
  ///
  /// - Parameters:
  ///   - parameters: the rule.
  ///   - peer: the peer that adds it, which the rule names: `user` for a person at the host's own text door.
  package func blockAdd(_ parameters: Parameters, by peer: Peer) throws(MethodError) -> JSONValue {
    guard let kind = parameters.word("kind", BlockRule.Kind.self) else { throw Self.wrong("/kind", "kind of rule") }
    let new = BlockRule(
      kind, parameters.text("value"), effect: parameters.word("effect", BlockRule.Effect.self) ?? .block,
      reason: parameters.optionalText("reason"), until: WallTime(json: parameters["until"]), addedBy: peer.addedBy)
    return try run(Self.rule) { store throws(StoreError) in try store.addBlockRule(new) }.json
  }

  /// Answers `block.remove`.
  package func blockRemove(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    try run(Self.rule) { store throws(StoreError) in try store.removeBlockRule(Int64(parameters.int("id"))) }
    return .object([])
  }

  /// Answers `caller.check`.
  package func callerCheck(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    try run(Self.rule) { store throws(StoreError) in
      let time = WallTime(json: parameters["at"]) ?? store.settings.now()
      return store.check(
        CallerQuestion(
          handle: parameters.handle("handle"), provider: parameters.optionalText("provider").map { ProviderID(rawValue: $0) },
          line: LineID(rawValue: parameters.text("line")), date: time.date))
    }.json
  }

  /// Answers `doNotDisturb.get`.
  package func doNotDisturbGet(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    try run(Self.rule) { store throws(StoreError) in store.doNotDisturbJSON }
  }

  /// Answers `doNotDisturb.set`.
  package func doNotDisturbSet(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    let mode = parameters.word("mode", DoNotDisturb.Mode.self) ?? .off
    let until = WallTime(json: parameters["until"])
    return try change { settings in
      settings.mode = mode
      // It is off without an end.
      settings.until = mode == .off ? nil : until
    }
  }

  /// Answers `doNotDisturb.configure`.
  package func doNotDisturbConfigure(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    try change { settings in
      if let effect = parameters.word("effect", DoNotDisturb.Effect.self) { settings.effect = effect }
      if let schedules = parameters["schedules"]?.array { settings.schedules = schedules.map { Schedule(json: $0) } }
      if parameters["favourites"] != nil { settings.favourites = parameters.bool("favourites") }
      if parameters["contacts"] != nil { settings.contacts = parameters.bool("contacts") }
      if parameters["repeatWithin"] != nil { settings.repeatWithin = parameters.seconds("repeatWithin") }
      if let lines = parameters["lines"]?.strings { settings.lines = lines.map { LineID(rawValue: $0) } }
    }
  }

  private func change(_ change: @Sendable (inout DoNotDisturb) -> Void) throws(MethodError) -> JSONValue {
    try run(Self.rule) { store throws(StoreError) in
      let settings = try store.changeDoNotDisturb(change)
      return settings.json(activeBy: store.activity(of: settings))
    }
  }
}

extension CallStore {
  /// Do-not-disturb now, as a `DoNotDisturb` of the host surface.
  package var doNotDisturbJSON: JSONValue {
    let settings = doNotDisturb
    return settings.json(activeBy: activity(of: settings))
  }

  /// Returns the reason for which do-not-disturb counts now on its lines; nil while it does not.
  func activity(of settings: DoNotDisturb) -> String? { doNotDisturbActivity(on: settings.lines.first ?? .main) }
}

extension Peer {
  /// The peer as the rules that it adds name it.
  fileprivate var addedBy: String { door == .text ? "user" : names.first ?? door.rawValue }
}
