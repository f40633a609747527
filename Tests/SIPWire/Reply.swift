/// A received message, read as far as a test needs it.
package struct Reply {
  package let text: String

  package init(_ bytes: [UInt8]) {
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The status of a response; 0 for a request.
  package var status: Int { text.hasPrefix("SIP/2.0 ") ? Int(text.dropFirst(8).prefix(3)) ?? 0 : 0 }

  package var method: String { status > 0 ? "" : String(text.prefix { $0 != " " }) }

  /// Returns the values of headers with these names, given in lower case.
  package func headers(_ names: Set<String>) -> [String] {
    text.split(separator: "\r\n").compactMap { line in
      guard let colon = line.firstIndex(of: ":"), names.contains(line[..<colon].lowercased()) else { return nil }
      return line[line.index(after: colon)...].trimmed
    }
  }

  package func header(_ name: String) -> String { headers([name]).first ?? "" }

  /// The tag of To.
  package var tag: String { SIPText.parameter("tag", of: header("to")) }
}

extension Substring {
  /// The string without spaces at both ends.
  package var trimmed: String {
    let start = drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}
