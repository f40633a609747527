internal import CallControl
internal import StrictJSON

/// Reads the head of a scenario, and assembles the whole.
enum HeadReader {
  static func scenario(_ root: Field, file: String, lines: LineTable) throws(FieldFlaw) -> Scenario {
    var head = try root.members()
    let titleField = try head.required("title")
    let title = try titleField.string()
    if title.isEmpty { throw titleField.flaw("should say what the scenario shows") }
    let rules = try head.optional("rules")?.list { field throws(FieldFlaw) in try field.word() } ?? []
    var policy = LinePolicy()
    if let field = head.optional("policy") { try PolicyReader.read(field, into: &policy) }
    var linePolicies: [LineID: LinePolicy] = [:]
    if let field = head.optional("lines") {
      for (name, settings) in try limited(field) {
        var own = policy
        try PolicyReader.read(settings, into: &own)
        linePolicies[LineID(rawValue: name)] = own
      }
    }
    var providers: [(id: ProviderID, settings: ProviderSettings)] = []
    if let field = head.optional("providers") {
      for (name, settings) in try limited(field) {
        providers.append((ProviderID(rawValue: name), try ProviderReader.settings(settings)))
      }
    }
    let stepsField = try head.required("steps")
    let items = try stepsField.items()
    guard items.count <= ScenarioLimits.mostSteps else { throw stepsField.flaw("has more than \(ScenarioLimits.mostSteps) steps") }
    var steps: [Step] = []
    steps.reserveCapacity(items.count)
    for item in items {
      steps.append(try StepReader.step(item, lines))
    }
    try head.finish()
    return Scenario(
      file: file, title: title, rules: rules, policy: policy, linePolicies: linePolicies, providers: providers, steps: steps)
  }

  private static func limited(_ field: Field) throws(FieldFlaw) -> [(name: String, field: Field)] {
    let entries = try field.named()
    guard entries.count <= ScenarioLimits.mostNames else { throw field.flaw("has more than \(ScenarioLimits.mostNames) members") }
    return entries
  }
}

/// Reads a scenario's settings of a provider, in its head or in a later step.
enum ProviderReader {
  /// The deadlines that a provider may set: those of actions, and those of ringing and dialing.
  private static let deadlines: [Deadline] = Deadline.allCases.filter { $0 != .screen && $0 != .transferDecision }

  static func settings(_ field: Field) throws(FieldFlaw) -> ProviderSettings {
    var members = try field.members()
    var settings = ProviderSettings()
    try change(&members).apply(to: &settings.configuration)
    if let value = members.optional("emergencyNumbers") { settings.configuration.emergencyNumbers = try PolicyReader.numbers(value) }
    if let value = members.optional("deadlines") {
      try PolicyReader.deadlines(value, among: deadlines, into: &settings.configuration.deadlines)
    }
    if let value = try members.optional("ready")?.bool() { settings.isReady = value }
    if let value = try members.optional("recovers")?.bool() { settings.recovers = value }
    if let value = try members.optional("executesTransactions")?.bool() { settings.configuration.executesTransactions = value }
    if let value = members.optional("on") { settings.behaviours = try behaviours(value) }
    try members.finish()
    return settings
  }

  /// Reads the settings that a `configure` step may change too: limits, handle kinds and flags.
  static func change(_ members: inout Members) throws(FieldFlaw) -> ProviderChange {
    var change = ProviderChange()
    change.maximumCallGroups = try members.optional("maximumCallGroups")?.count()
    change.maximumCallsPerCallGroup = try members.optional("maximumCallsPerCallGroup")?.count()
    if let value = members.optional("handleTypes") {
      change.handleTypes = Set(try value.list { item throws(FieldFlaw) in Handle.Kind(rawValue: try item.word()) })
    }
    try flags(&members, into: &change.flags)
    return change
  }

  /// The capabilities that scenarios name; they have no video, and a shorter name for the audio port.
  static let flags: [(name: String, capability: CallCapabilities)] = CallCapabilities.flags.filter { $0.capability != .video }
    .map { ($0.capability == .audio ? "audio" : $0.name, $0.capability) }

  /// Reads the capabilities that a provider's settings, an incoming call or an update names.
  static func flags(_ members: inout Members, into update: inout CallUpdate) throws(FieldFlaw) {
    for flag in flags { update[flag.capability] = try members.optional(flag.name)?.bool() }
  }

  static func behaviours(_ field: Field) throws(FieldFlaw) -> [CallOperation.Kind: Behaviour] {
    var members = try field.members()
    var behaviours: [CallOperation.Kind: Behaviour] = [:]
    for kind in CallOperation.Kind.allCases {
      if let value = members.optional(kind.rawValue) { behaviours[kind] = try behaviour(value) }
    }
    try members.finish()
    return behaviours
  }

  private static func behaviour(_ field: Field) throws(FieldFlaw) -> Behaviour {
    if case .object = field.node.value {
      var members = try field.members()
      let delay = try members.required("after").seconds()
      try members.finish()
      return .obey(after: delay)
    }
    guard case .string(let word) = field.node.value else {
      throw field.flaw("should be a behaviour or {\"after\": seconds}, not \(field.node.kind)")
    }
    switch word {
    case "obey": return .obey(after: nil)
    case "fail": return .fail
    case "silent": return .silent
    case "crash": return .crash
    case "unimplemented": return .unimplemented
    default: throw field.flaw("\"\(word)\" is not one of obey, fail, silent, crash, unimplemented, {\"after\": seconds}")
    }
  }
}
