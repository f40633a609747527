internal import StrictJSON

/// Leaves out the traces of messages, with the people who began them, for peers that may not read traces.
enum TraceMask {
  /// The member of a provider that is on while its messages are kept.
  private static let member = "messages"
  private static let mark = Array("\"messages\":{".utf8)

  /// Returns a value without the traces in it.
  static func masked(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let items): .array(items.map(masked))
    case .object(let members):
      .object(members.filter { !isTrace($0) }.map { JSONValue.Member(name: $0.name, value: masked($0.value)) })
    case .null, .bool, .number, .string: value
    }
  }

  /// Returns a notification without the traces in it.
  static func masked(line: String) -> String {
    guard mayHaveTrace(line) else { return line }
    // The text is ours, so it can be read back; one that cannot must not pass.
    guard let value = try? JSONReader.read(Array(line.utf8)) else { return "{\"jsonrpc\":\"2.0\",\"method\":\"masked\",\"params\":{}}" }
    return masked(value).text
  }

  private static func isTrace(_ given: JSONValue.Member) -> Bool { given.name == member && given.value["actor"] != nil }

  /// Returns true for the few notifications that are worth reading.
  private static func mayHaveTrace(_ line: String) -> Bool {
    var line = line
    return line.withUTF8 { bytes in
      guard bytes.count >= mark.count else { return false }
      return (0...bytes.count - mark.count).contains { place in
        bytes[place + 1] == mark[1] && bytes[place..<place + mark.count].elementsEqual(mark)
      }
    }
  }
}
