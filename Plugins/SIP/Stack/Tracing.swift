internal import TransportKit

/// The dialogs of Call-IDs, for traces: the accounts write it for dialogs that they begin, the stack's thread reads it.
final class CallIDs: Sendable {
  private let dialogs = Registry<String, UInt64>()

  func note(_ id: String, of dialog: UInt64) {
    // When a far end uses a Call-ID twice, its first call is traced.
    _ = dialogs.claim([id], for: dialog, dialog)
  }

  func forget(_ dialog: UInt64) { dialogs.release(dialog) }

  subscript(id: String) -> UInt64? { dialogs[id] }

  /// Makes a unique Call-ID (RFC 3261 section 8.1.1.4) that tells nothing about us.
  static func fresh() -> String {
    String(UInt64.random(in: .min ... .max), radix: 16) + String(UInt64.random(in: .min ... .max), radix: 16)
  }
}

/// The parts of a traced message that show its account.
struct MessageText {
  private let lines: [Substring]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The address of a request; empty for a response.
  var requestURI: String {
    let words = (lines.first ?? "").split(separator: " ")
    return words.count == 3 && words[2].hasPrefix("SIP/") ? String(words[1]) : ""
  }

  /// The address in a header, by its name or its short form; empty without one.
  func uri(in name: String, or short: String) -> String {
    for line in lines.dropFirst().prefix(while: { !$0.isEmpty }) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let found = line[..<colon].filter { !$0.isWhitespace }.lowercased()
      guard found == name.lowercased() || found == short else { continue }
      let value = line[line.index(after: colon)...]
      guard let open = value.firstIndex(of: "<") else { return String(value.drop(while: \.isWhitespace).prefix { $0 != ";" }) }
      return String(value[value.index(after: open)...].prefix { $0 != ">" })
    }
    return ""
  }
}
