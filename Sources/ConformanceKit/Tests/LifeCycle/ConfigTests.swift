internal import ConformanceHarness
internal import StrictJSON
internal import TransportABI

/// The group `config`: an operator's configuration of a transport.
enum ConfigTests {
  static let all: [ConformanceTest] = [
    ConformanceTest(
      "config.schema", .offered(HSW_EXT_CONFIG), "The schema parses; its defaults, its examples and the run's own configuration are valid",
      body: schema),
    ConformanceTest(
      "config.bad", .offered(HSW_EXT_CONFIG), "Text that is not JSON, or that the schema forbids, is refused with its place and a sentence",
      body: bad),
    ConformanceTest(
      "config.atomic", .offered(HSW_EXT_CONFIG), "No part of a refused configuration is in force", body: atomic),
  ]

  /// Returns the plugin's schema, parsed.
  static func schema(of instance: PluginInstance) throws -> SettingsSchema {
    let (text, flaw) = try instance.schema()
    if let flaw { throw TestFailure("config.schema: \(flaw)") }
    return try SettingsSchema(text)
  }

  /// Returns the members of the run's own configuration; none if there is none.
  static func base(_ run: TestRun) -> [JSONValue.Member] {
    guard case .object(let members)? = try? JSONReader.read(Array(run.settings.near.utf8)) else { return [] }
    return members
  }

  /// Returns the members with one of them set.
  static func members(_ members: [JSONValue.Member], _ name: String, _ value: JSONValue) -> [JSONValue.Member] {
    members.filter { $0.name != name } + [.init(name: name, value: value)]
  }

  private static func schema(_ run: TestRun) throws {
    let stage = try run.stage()
    let schema = try schema(of: stage.near)
    let base = base(run)
    for text in ["", "{}"] {
      let answer = try stage.outcome(stage.near.apply(text))
      guard answer != .done else { continue }
      try requireSentence(answer, "an empty configuration", naming: nil)
    }
    try requireTaken(stage, .object(schema.defaults(under: base)), "the schema's defaults")
    for example in schema.examples { try requireTaken(stage, example, "an example of the schema's") }
    for setting in schema.settings {
      for value in setting.rules["examples"]?.array ?? [] {
        try requireTaken(stage, .object(members(base, setting.name, value)), "the schema's example of \(setting.name)")
      }
      guard let value = setting.another(than: base.first { $0.name == setting.name }?.value) else { continue }
      let answer = try stage.outcome(stage.near.apply(JSONValue.object(members(base, setting.name, value)).text))
      if case .failed(let fault) = answer, fault.code == HSW_E_INVAL, namesOther(fault.message, than: setting, of: schema) { continue }
      guard answer == .done else {
        throw TestFailure("config.apply of \(setting.name) set to \(value.text) \(Stage.describe(answer)), should be done")
      }
    }
    try requireTaken(stage, .object(base), "the run's own configuration")
    try stage.tearDown()
  }

  /// Returns true if a refusal names the place of another setting: one that the changed setting needs, which few schemas say.
  private static func namesOther(_ message: String, than setting: Setting, of schema: SettingsSchema) -> Bool {
    let words = message.split { !($0.isLetter || $0.isNumber || "-_/".contains($0)) }
    let places = Set(words.filter { $0.hasPrefix("/") }.compactMap { $0.split(separator: "/").first.map(String.init) })
    return schema.settings.contains { $0.name != setting.name && places.contains($0.name) }
  }

  static func requireTaken(_ stage: Stage, _ configuration: JSONValue, _ what: String) throws {
    let answer = try stage.outcome(stage.near.apply(configuration.text))
    guard answer == .done else { throw TestFailure("config.apply of \(what) \(Stage.describe(answer)), should be done") }
  }

  /// Fails unless a configuration was refused as the contract requires: by failing the action, since a status has no room for the place.
  static func requireSentence(_ answer: LedgerAction.State, _ what: String, naming name: String?) throws {
    guard case .failed(let fault) = answer, fault.code == HSW_E_INVAL, !fault.message.isEmpty else {
      throw TestFailure("config.apply of \(what) \(Stage.describe(answer)), should fail with HSW_E_INVAL and a sentence")
    }
    guard let name, !fault.message.contains(name) else { return }
    throw TestFailure("config.apply of \(what) failed with \"\(fault.message)\", which does not name \(name)")
  }

  private static func bad(_ run: TestRun) throws {
    let stage = try run.stage()
    let schema = try schema(of: stage.near)
    let base = base(run)
    let call = try stage.dialIfPossible()
    for text in broken {
      try requireSentence(stage.outcome(stage.near.apply(text)), "the text \(JSONValue.quote(text))", naming: nil)
    }
    // A host that isolates transports sends them only valid text.
    if !stage.near.isApart {
      try requireSentence(stage.outcome(stage.near.apply([0x7B, 0x22, 0xFF, 0x22, 0x7D])), "text that is not UTF-8", naming: nil)
    }
    if schema.isClosed {
      for value in [JSONValue.string("x"), .number(1), .object([])] {
        try requireRefused(stage, members(base, "no-such-setting", value), "no-such-setting")
      }
    }
    for setting in schema.settings {
      for value in setting.forbidden { try requireRefused(stage, members(base, setting.name, value), setting.name) }
    }
    if let call {
      guard try stage.record(call).isUp else { throw TestFailure("\(call) ended, though every configuration was refused") }
      try stage.hangUp(call)
    }
    try requireTaken(stage, .object(base), "the run's own configuration, after bad ones,")
    try stage.tearDown()
  }

  private static func requireRefused(_ stage: Stage, _ members: [JSONValue.Member], _ name: String) throws {
    let text = JSONValue.object(members).text
    try requireSentence(stage.outcome(stage.near.apply(text)), String(text.prefix(200)), naming: name)
  }

  /// Texts that are no JSON, or not one object.
  private static let broken = [
    "{", "}", "[]", "\"text\"", "null", "true", "42", "{\"a\"", "{\"a\":}", "{,}", "{\"a\":1,}", "{}{}", "{} x", "{\"a\" 1}", "{'a':1}",
    "{\"a\":nul}", "{\"a\":\"", "{a:1}", "// nothing", "{\"a\":1 \"b\":2}", String(repeating: "[", count: 5000),
  ]
}
