internal import CallControl

/// One content line of a vCard: `group.NAME;PARAMETER=value:value`.
struct VCardLine {
  /// The whole line.
  let text: String
  /// The property's name in upper case, without its group.
  let name: String
  /// The parameters, by name in upper case; a bare one of version 2.1 is a TYPE.
  private(set) var parameters: [(name: String, value: String)] = []
  /// The value as it was written.
  private let raw: String

  /// Reads a line; nil when it is no property.
  init?(_ text: String) {
    guard let colon = Self.end(of: text) else { return nil }
    self.text = text
    raw = String(text[text.index(after: colon)...])
    var parts = Self.split(String(text[..<colon]), at: ";")
    let head = parts.removeFirst()
    let plain = head.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init) ?? head
    guard !plain.isEmpty, plain.utf8.allSatisfy({ (65...90).contains($0 & 0xDF) || (48...57).contains($0) || $0 == UInt8(ascii: "-") })
    else {
      return nil
    }
    name = plain.uppercased()
    for part in parts {
      guard let sign = part.firstIndex(of: "=") else {
        parameters.append(("TYPE", part))
        continue
      }
      let value = part[part.index(after: sign)...]
      parameters.append(
        (part[..<sign].uppercased(), value.hasPrefix("\"") ? String(value.dropFirst().prefix { $0 != "\"" }) : String(value)))
    }
  }

  /// Returns the place of the colon before the value: quotes hide one.
  private static func end(of text: String) -> String.Index? {
    var isQuoted = false
    for place in text.indices {
      if text[place] == "\"" { isQuoted.toggle() }
      if text[place] == ":", !isQuoted { return place }
    }
    return nil
  }

  private static func split(_ text: String, at separator: Character) -> [String] {
    var parts = [""]
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character == separator, !isQuoted { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
  }

  /// True for the line that begins or ends a card.
  var isCard: Bool { raw.trimmed.uppercased() == "VCARD" }

  /// The value without escapes.
  var value: String { components.joined(separator: ";") }

  /// The parts of a structured value, without escapes.
  var components: [String] {
    let text = decoded
    var parts = [""]
    var isEscaped = false
    for character in text.unicodeScalars {
      if isEscaped {
        parts[parts.count - 1].unicodeScalars.append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == ";" {
        parts.append("")
      } else {
        parts[parts.count - 1].unicodeScalars.append(character)
      }
    }
    return parts
  }

  /// True for a value in the encoding quoted-printable of version 2.1.
  var isPrintable: Bool { parameters.contains { $0.value.uppercased() == "QUOTED-PRINTABLE" } }

  /// The value after the encoding of version 2.1.
  private var decoded: String {
    guard isPrintable else { return raw }
    var bytes: [UInt8] = []
    let source = Array(raw.utf8)
    var place = 0
    while place < source.count {
      if source[place] == UInt8(ascii: "="), place + 2 < source.count,
        let byte = UInt8(String(decoding: source[place + 1...place + 2], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        place += 3
      } else {
        bytes.append(source[place])
        place += 1
      }
    }
    return String(decoding: bytes.filter { $0 != 13 }, as: UTF8.self)
  }

  private func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// The types that are labels: not the preference, and not the kinds of a telephone.
  private var label: String? {
    let types = parameters.filter { $0.name == "TYPE" }.flatMap { $0.value.split(separator: ",") }.map { $0.lowercased() }
    return types.first { !["pref", "voice", "internet", "uri", "text", "sip"].contains($0) }
  }

  /// The handle of the line; nil for a property that is none.
  var handle: Contact.LabelledHandle? {
    let text = value.trimmed
    guard !text.isEmpty else { return nil }
    switch name {
    case "TEL":
      let parsed = Handle(parsing: text)
      return Contact.LabelledHandle(parsed.type == .generic ? Handle(type: .phoneNumber, value: text) : parsed, label: label)
    case "EMAIL":
      let parsed = Handle(parsing: text)
      return Contact.LabelledHandle(parsed.type == .emailAddress ? parsed : Handle(type: .emailAddress, value: text), label: label)
    case "IMPP", "X-SIP":
      let whole = name == "X-SIP" && !text.lowercased().hasPrefix("sip") ? "sip:" + text : text
      let parsed = Handle(parsing: whole)
      return parsed.type == .sipURI ? Contact.LabelledHandle(parsed, label: label) : nil
    case "X-HOOKSWITCH-HANDLE":
      return Contact.LabelledHandle(Handle(type: Handle.Kind(rawValue: parameter("X-KIND") ?? "generic"), value: text), label: label)
    default: return nil
    }
  }

  /// True for a property of handles whose value this store does not understand, so that an export keeps it.
  var isForeignHandle: Bool { name == "IMPP" && handle == nil }

  /// The line in the form of version 4.0: without an encoding of version 2.1.
  var modern: String {
    if name == "X-HOOKSWITCH-HANDLE" { return "" }
    guard isPrintable else { return text }
    let kept = parameters.filter { $0.name != "ENCODING" && $0.name != "CHARSET" && $0.value.uppercased() != "QUOTED-PRINTABLE" }
    return name + kept.map { ";\($0.name)=\($0.value.parameter)" }.joined() + ":" + components.map(\.escaped).joined(separator: ";")
  }
}

extension String {
  /// The text without spaces at its ends.
  var trimmed: String {
    func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" || character.isNewline }
    var rest = self[...]
    while let first = rest.first, isSpace(first) { rest.removeFirst() }
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return String(rest)
  }

  /// The text; nil when it is empty.
  var nonEmpty: String? { isEmpty ? nil : self }

  /// The text as a value of a vCard (RFC 6350 section 3.4).
  var escaped: String {
    var result = ""
    for character in unicodeScalars {
      switch character {
      case "\\", ",", ";":
        result += "\\"
        result.unicodeScalars.append(character)
      case "\n": result += "\\n"
      case "\r": break
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// The text as a value of a parameter: in quotes when it needs them; a quote itself is left out.
  var parameter: String {
    let plain = filter { $0 != "\"" && !$0.isNewline }
    return plain.contains(where: { ":;,".contains($0) }) ? "\"\(plain)\"" : plain
  }
}
