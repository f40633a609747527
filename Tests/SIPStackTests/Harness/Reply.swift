/// A message that came, read as far as a test needs it.
struct Reply {
  let text: String

  init(_ bytes: [UInt8]) {
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The status of a response; 0 for a request.
  var status: Int { text.hasPrefix("SIP/2.0 ") ? Int(text.dropFirst(8).prefix(3)) ?? 0 : 0 }

  var method: String { status > 0 ? "" : String(text.prefix { $0 != " " }) }

  /// The values of headers of these names, given in small letters.
  func headers(_ names: Set<String>) -> [String] {
    text.split(separator: "\r\n").compactMap { line in
      guard let colon = line.firstIndex(of: ":"), names.contains(line[..<colon].lowercased()) else { return nil }
      return line[line.index(after: colon)...].trimmed
    }
  }

  func header(_ name: String) -> String { headers([name]).first ?? "" }

  /// The tag of To.
  var tag: String { SIPText.parameter("tag", of: header("to")) }
}

extension Substring {
  /// Without the spaces at both ends.
  var trimmed: String {
    let start = drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}
