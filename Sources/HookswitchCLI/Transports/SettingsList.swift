internal import StrictJSON

/// Formats a transport's settings, from the schema in its manifest, for people.
struct SettingsList {
  private let settings: [JSONValue.Member]

  /// Reads the schema of an object; nil for other text.
  ///
  /// - Parameter schema: JSON text.
  init?(schema: String) {
    guard let value = try? JSONReader.read(Array(schema.utf8)), case .object(let settings)? = value["properties"] else { return nil }
    self.settings = settings
  }

  var count: Int { settings.count }

  /// Lists the settings, each with its name, values, default and purpose.
  func text(console: Console) -> String {
    settings.map { setting in
      var line = console.styled(PlainText.line(setting.name), .bold) + "  " + PlainText.line(Self.range(of: setting.value))
      if let usual = setting.value["default"] { line += ", default " + PlainText.line(usual.text) }
      guard case .string(let words)? = setting.value["description"] else { return line }
      return line + "\n  " + PlainText.line(words)
    }.joined(separator: "\n")
  }

  /// The permitted values in a few words.
  private static func range(of rules: JSONValue) -> String {
    if case .array(let choices)? = rules["enum"] { return choices.map(\.text).joined(separator: " ") }
    switch (rules["type"], rules["format"]) {
    case (.string("integer"), _), (.string("number"), _):
      let (low, high) = (rules["minimum"]?.text, rules["maximum"]?.text)
      return [low.map { "from \($0)" }, high.map { "to \($0)" }].compactMap { $0 }.joined(separator: " ").ifAny ?? "a number"
    case (.string("boolean"), _): return "true or false"
    case (.string("array"), _): return "a list of " + (rules["items"].map(range) ?? "anything")
    case (.string("string"), .string("hookswitch-secret")): return "the name of a secret"
    case (.string("string"), .string("path")): return "a file"
    case (.string("string"), _): return "text"
    default: return "JSON"
    }
  }
}

extension String {
  /// The text, or nil when it is empty.
  fileprivate var ifAny: String? { isEmpty ? nil : self }
}
