internal import StrictJSON

/// The texts in the settings of an instance, among which are the names of its secrets.
struct SettingTexts {
  private var texts: Set<String> = []

  /// Adds the texts of settings, which are JSON.
  mutating func add(_ configuration: String) {
    guard let value = try? JSONReader.read(Array(configuration.utf8)) else { return }
    add(value)
  }

  private mutating func add(_ value: JSONValue) {
    switch value {
    case .string(let text): texts.insert(text)
    case .array(let items): for item in items { add(item) }
    case .object(let members): for member in members { add(member.value) }
    default: return
    }
  }

  /// True when a setting is that text.
  func contains(_ text: String) -> Bool { texts.contains(text) }
}
