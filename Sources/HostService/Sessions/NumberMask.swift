internal import HostSurface
internal import StrictJSON

/// Masks handles, names and tones in what a session without the right `numbers` receives.
enum NumberMask {
  private static let hidden = "••••"

  /// Returns a value with its handles, names and tones masked; objects with a `displayName` are calls.
  static func masked(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let items): .array(items.map(masked))
    case .object(let members): .object(object(members))
    case .null, .bool, .number, .string: value
    }
  }

  /// Returns a notification with the same parts masked.
  static func masked(line: String) -> String {
    // The text is ours, so it can be read back; one that cannot must not pass.
    guard let value = try? JSONReader.read(Array(line.utf8)) else { return "{\"jsonrpc\":\"2.0\",\"method\":\"masked\",\"params\":{}}" }
    return masked(value).text
  }

  private static func object(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    let isCall = members.contains { $0.name == "displayName" }
    return members.map { member in
      switch (member.name, isCall) {
      case ("handle", _): JSONValue.Member(name: member.name, value: handle(member.value))
      case ("name", true), ("displayName", _), ("label", true), ("digits", _):
        JSONValue.Member(name: member.name, value: text(member.value))
      default: JSONValue.Member(name: member.name, value: masked(member.value))
      }
    }
  }

  private static func handle(_ value: JSONValue) -> JSONValue {
    guard case .object(let members) = value else { return text(value) }
    return .object(members.map { $0.name == "value" ? JSONValue.Member(name: $0.name, value: text($0.value)) : $0 })
  }

  private static func text(_ value: JSONValue) -> JSONValue {
    guard case .string(let text) = value else { return value }
    return .string(masked(text: text))
  }

  /// Returns a telephone number with its first four and last two characters, and any other text without its characters.
  static func masked(text: String) -> String {
    let characters = Array(text)
    let isNumber = characters.allSatisfy { "+0123456789 -().".contains($0) }
    guard isNumber, characters.count(where: \.isNumber) >= 8 else { return text.isEmpty ? "" : hidden }
    return String(
      characters.enumerated().map { place, character in
        place < 4 || place >= characters.count - 2 || !character.isNumber ? character : "•"
      })
  }
}
