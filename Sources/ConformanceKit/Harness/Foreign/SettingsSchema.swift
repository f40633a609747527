internal import TransportLoader

/// What a plugin's schema says about its settings: as much of it as tests make configurations from.
struct SettingsSchema {
  /// The settings, in their order.
  let settings: [Setting]
  /// Whether settings that it does not name are wrong.
  let isClosed: Bool
  /// Whole configurations that it gives as examples.
  let examples: [JSONValue]

  /// - Throws: what is wrong with the schema.
  init(_ text: String) throws {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONReader.read(Array(text.utf8))
    } catch {
      throw TestFailure("config.schema answered what is no JSON: \(error.reason), in line \(error.line), column \(error.column)")
    }
    guard case .object = value else { throw TestFailure("config.schema answered \(value.kind), should be an object") }
    guard value["type"]?.string == "object" || value["properties"] != nil else {
      throw TestFailure("config.schema answered a schema that has neither \"type\": \"object\" nor \"properties\"")
    }
    guard case .object(let members) = value["properties"] ?? .object([]) else {
      throw TestFailure("config.schema answered a schema whose \"properties\" are no object")
    }
    settings = members.map { Setting(name: $0.name, rules: $0.value) }
    isClosed = value["additionalProperties"] == .bool(false)
    examples = value["examples"]?.array ?? []
  }

  /// The configuration of all defaults, but for what `base` says: where the run can listen, say, is not for a schema to know.
  func defaults(under base: [JSONValue.Member]) -> [JSONValue.Member] {
    settings.compactMap { setting in
      base.first { $0.name == setting.name } ?? setting.rules["default"].map { .init(name: setting.name, value: $0) }
    }
  }
}
