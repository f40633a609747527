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
