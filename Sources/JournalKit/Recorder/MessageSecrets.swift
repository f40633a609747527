package import CallControl

/// Hides secrets in the messages of transports: credentials, answers to challenges, passwords, and media keys.
///
/// A transport should give none; what it gives anyway is hidden before the flight recorder keeps it. The text keeps its lines and its length
/// in bytes.
package enum MessageSecrets {
  /// The headers whose values are credentials (RFC 9110 section 11, RFC 6265).
  private static let headers: Set<String> = [
    "authorization", "proxy-authorization", "authentication-info", "proxy-authentication-info", "cookie", "set-cookie", "x-api-key",
  ]
  /// The parameters of a Digest that prove the password (RFC 7616).
  private static let proofs: Set<String> = ["response", "cnonce", "rspauth"]
  /// The names of values that are secrets in any text.
  private static let names: Set<String> = ["password", "passwd", "pwd", "secret", "client_secret", "access_token", "refresh_token"]
  /// The beginnings of lines of a session description whose rest is a key (RFC 8839 section 5.4, RFC 4566 section 5.12).
  private static let keyLines = ["a=ice-pwd:", "k="]

  /// Returns a record with the secrets of its message hidden.
  package static func hidden(in record: JournalRecord) -> JournalRecord {
    guard case .wire(let provider, let call, protocol: let name, let text, let isOutgoing) = record.body else { return record }
    return JournalRecord(time: record.time, .wire(provider, call, protocol: name, text: hidden(in: text), isOutgoing: isOutgoing))
  }

  /// Returns a message with its secrets hidden.
  package static func hidden(in text: String) -> String {
    var message = Message(bytes: Array(text.utf8))
    var (start, isWithin) = (0, false)
    while start < message.bytes.count {
      let end = message.bytes[start...].firstIndex(of: Message.lineFeed) ?? message.bytes.count
      // A carriage return belongs to the end of the line.
      let hasReturn = end > start && message.bytes[end - 1] == Message.carriageReturn
      hide(in: &message, start..<(hasReturn ? end - 1 : end), &isWithin)
      start = end + 1
    }
    return String(decoding: message.bytes, as: UTF8.self)
  }

  /// Hides the secrets of a line; `isWithin` is true in a header with credentials, which a line that begins with a space continues.
  private static func hide(in message: inout Message, _ line: Range<Int>, _ isWithin: inout Bool) {
    let lower = message.lowercased(line)
    if let key = keyLines.first(where: { lower.hasPrefix($0) }) { return message.blank(line.lowerBound + key.utf8.count..<line.upperBound) }
    if lower.hasPrefix("a=crypto:") { message.blankInline(line) }
    let continues = isWithin && (lower.hasPrefix(" ") || lower.hasPrefix("\t"))
    let colon = message.bytes[line].firstIndex(of: UInt8(ascii: ":"))
    if !continues { isWithin = colon.map { headers.contains(message.word(line.lowerBound..<$0)) } ?? false }
    if isWithin {
      let value = (continues ? line.lowerBound : (colon ?? line.lowerBound - 1) + 1)..<line.upperBound
      // Authentication-Info has no scheme, and the parameters of a Digest.
      let isDigest =
        continues || message.word(value).hasPrefix("digest") || lower.hasPrefix("authent") || lower.hasPrefix("proxy-authent")
      if isDigest {
        message.blankValues(of: proofs, line)
      } else {
        message.blankCredentials(value, hasScheme: lower.hasPrefix("auth") || lower.hasPrefix("proxy"))
      }
    }
    message.blankValues(of: names, line)
    message.blankUserPasswords(line)
  }
}

/// The bytes of a message, in which secrets become stars.
private struct Message {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  private static let quote = UInt8(ascii: "\"")

  var bytes: [UInt8]

  func lowercased(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self).lowercased() }

  /// Returns a text in lower case without the space around it.
  func word(_ range: Range<Int>) -> String {
    let start = bytes[range].firstIndex { !Self.isSpace($0) } ?? range.upperBound
    let end = bytes[start..<range.upperBound].lastIndex { !Self.isSpace($0) }.map { $0 + 1 } ?? start
    return lowercased(start..<end)
  }

  mutating func blank(_ range: Range<Int>) { for place in range { bytes[place] = UInt8(ascii: "*") } }

  /// Hides a value, but for the name of its scheme: the syntax of schemes other than Digest is unknown.
  mutating func blankCredentials(_ value: Range<Int>, hasScheme: Bool) {
    guard let first = bytes[value].firstIndex(where: { !Self.isSpace($0) }) else { return }
    let space = hasScheme ? bytes[first..<value.upperBound].firstIndex(where: Self.isSpace) : nil
    blank((space.map { $0 + 1 } ?? first)..<value.upperBound)
  }

  /// Hides the keys of SDES (RFC 4568 section 6.1).
  mutating func blankInline(_ line: Range<Int>) {
    let mark = Array("inline:".utf8)
    var place = line.lowerBound
    while place + mark.count <= line.upperBound {
      guard bytes[place..<place + mark.count].elementsEqual(mark) else {
        place += 1
        continue
      }
      let start = place + mark.count
      place = end(of: start..<line.upperBound, before: "| ;")
      blank(start..<place)
    }
  }

  /// Hides the values of `name=value`, `name: value` and `"name": "value"`.
  mutating func blankValues(of names: Set<String>, _ line: Range<Int>) {
    var place = line.lowerBound
    while place < line.upperBound {
      guard Self.isWord(bytes[place]) else {
        place += 1
        continue
      }
      let start = place
      while place < line.upperBound, Self.isWord(bytes[place]) { place += 1 }
      guard names.contains(lowercased(start..<place)), let value = value(behind: place..<line.upperBound) else { continue }
      blank(value)
      place = value.upperBound
    }
  }

  /// Returns the place of the value behind a name, without its quotes; nil when no value follows.
  private func value(behind rest: Range<Int>) -> Range<Int>? {
    var place = rest.lowerBound
    if place < rest.upperBound, bytes[place] == Self.quote { place += 1 }
    place = skipSpace(place..<rest.upperBound)
    guard place < rest.upperBound, bytes[place] == UInt8(ascii: "=") || bytes[place] == UInt8(ascii: ":") else { return nil }
    place = skipSpace(place + 1..<rest.upperBound)
    guard place < rest.upperBound, bytes[place] == Self.quote else {
      return place..<end(of: place..<rest.upperBound, before: ", \t;&>}")
    }
    var end = place + 1
    while end < rest.upperBound, bytes[end] != Self.quote { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
    return place + 1..<min(end, rest.upperBound)
  }

  /// Hides the password of a URI's user, as in `sip:ann:secret@example.org` (RFC 3261 section 19.1.1) and `wss://ann:secret@example.org`.
  mutating func blankUserPasswords(_ line: Range<Int>) {
    for at in line where bytes[at] == UInt8(ascii: "@") {
      var start = at
      while start > line.lowerBound, !" \t<>\",;/".utf8.contains(bytes[start - 1]) { start -= 1 }
      let isHierarchical = start >= line.lowerBound + 2 && bytes[start - 1] == UInt8(ascii: "/") && bytes[start - 2] == UInt8(ascii: "/")
      if !isHierarchical {
        guard let colon = bytes[start..<at].firstIndex(of: UInt8(ascii: ":")), ["sip", "sips"].contains(lowercased(start..<colon)) else {
          continue
        }
        start = colon + 1
      }
      if let colon = bytes[start..<at].firstIndex(of: UInt8(ascii: ":")) { blank(colon + 1..<at) }
    }
  }

  private func end(of range: Range<Int>, before ends: String) -> Int {
    bytes[range].firstIndex { ends.utf8.contains($0) } ?? range.upperBound
  }

  private func skipSpace(_ range: Range<Int>) -> Int { bytes[range].firstIndex { !Self.isSpace($0) } ?? range.upperBound }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
