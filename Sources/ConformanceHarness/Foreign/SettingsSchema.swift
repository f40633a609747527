package import StrictJSON

/// The part of a plugin's schema from which tests make configurations.
package struct SettingsSchema {
  /// The settings, in their order.
  package let settings: [Setting]
  /// True if settings that the schema does not name are errors.
  package let isClosed: Bool
  /// Whole configurations that it gives as examples.
  package let examples: [JSONValue]

  /// Reads a schema.
  /// - Throws: `TestFailure` if the text is none.
  package init(_ text: String) throws {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONReader.read(Array(text.utf8))
    } catch {
      throw TestFailure("config.schema answered text that is not JSON: \(error.reason), in line \(error.line), column \(error.column)")
    }
    guard case .object = value else { throw TestFailure("config.schema answered \(value.kind), should be an object") }
    guard value["type"]?.string == "object" || value["properties"] != nil else {
      throw TestFailure("config.schema answered a schema that has neither \"type\": \"object\" nor \"properties\"")
    }
    guard case .object(let members) = value["properties"] ?? .object([]) else {
      throw TestFailure("config.schema answered a schema whose \"properties\" are not an object")
    }
    settings = members.map { Setting(name: $0.name, rules: $0.value) }
    isClosed = value["additionalProperties"] == .bool(false)
    examples = value["examples"]?.array ?? []
  }

  /// Returns the defaults, replaced by the members of `base`, such as the ports of the run, which a schema cannot know.
  package func defaults(under base: [JSONValue.Member]) -> [JSONValue.Member] {
    settings.compactMap { setting in
      base.first { $0.name == setting.name } ?? setting.rules["default"].map { .init(name: setting.name, value: $0) }
    }
  }
}
