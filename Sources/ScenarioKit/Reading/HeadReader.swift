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
