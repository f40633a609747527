internal import CallControl

/// One vCard: the contact that it describes, and its text.
struct VCard {
  /// The longest text with cards, in bytes.
  static let sizeLimit = 4 << 20

  /// The line of its BEGIN, from 1.
  var line: Int
  /// The card's unfolded content lines without BEGIN and END, joined with line feeds.
  var text: String
  var contact: Contact

  /// Reads all cards of a text; a bad card is left out with its reason.
  ///
  /// - Throws: `tooLarge`, or `rejected` when the text has no card at all.
  static func cards(in text: String) throws(StoreError) -> (cards: [VCard], problems: [String]) {
    guard text.utf8.count <= sizeLimit else {
      throw StoreError(.tooLarge, "vcard", "it is longer than \(sizeLimit) bytes", limit: sizeLimit)
    }
    var cards: [VCard] = []
    var problems: [String] = []
    func leaveOut(_ line: Int, _ reason: String) { if problems.count < 100 { problems.append("line \(line): \(reason)") } }
    var open: (line: Int, lines: [VCardLine])?
    var isBroken = false
    for (number, content) in unfolded(text) {
      guard let line = VCardLine(content) else {
        if open != nil, !isBroken { leaveOut(number, "it is no property: \(content.prefix(40))") }
        isBroken = true
        continue
      }
      if line.name == "BEGIN", line.isCard {
        if let open { leaveOut(open.line, "the card has no END") }
        (open, isBroken) = ((number, []), false)
      } else if line.name == "END", line.isCard {
        guard let (start, lines) = open else { continue }
        open = nil
        if isBroken { continue }
        if let card = VCard(lines, at: start) { cards.append(card) } else { leaveOut(start, "the card has no name (FN, N or ORG)") }
      } else {
        open?.lines.append(line)
      }
    }
    if let open { leaveOut(open.line, "the card has no END") }
    if cards.isEmpty, problems.isEmpty { throw StoreError(.rejected, "vcard", "it contains no vCard (BEGIN:VCARD … END:VCARD)") }
    return (cards, problems)
  }

  /// Returns the content lines with their numbers: a line that begins with a space or a tab continues the one before (RFC 6350 section 3.2).
  private static func unfolded(_ text: String) -> [(Int, String)] {
    var lines: [(Int, String)] = []
    var number = 0
    // By bytes: a fold may part a character, and CR LF is one Character.
    for raw in Array(text.utf8).split(separator: 10, omittingEmptySubsequences: false) {
      number += 1
      // A carriage return belongs to the end of a line; no value has one (RFC 6350 section 3.3).
      let line = raw.contains(13) ? raw.filter { $0 != 13 }[...] : raw
      if let first = line.first, first == 32 || first == 9, !lines.isEmpty {
        lines[lines.count - 1].1 += String(decoding: line.dropFirst(), as: UTF8.self)
      } else if let last = lines.last, last.1.utf8.last == UInt8(ascii: "="), VCardLine(last.1)?.isPrintable == true {
        // Version 2.1: a soft line break.
        lines[lines.count - 1].1 = last.1.dropLast() + String(decoding: line, as: UTF8.self)
      } else if !line.isEmpty {
        lines.append((number, String(decoding: line, as: UTF8.self)))
      }
    }
    return lines
  }

  /// Reads a card's properties; nil without a name.
  private init?(_ lines: [VCardLine], at line: Int) {
    self.line = line
    text = lines.map(\.text).joined(separator: "\n")
    func value(_ name: String) -> String? { lines.first { $0.name == name }?.value.trimmed.nonEmpty }
    let parts = lines.first { $0.name == "N" }?.components ?? []
    let structured = [3, 1, 2, 0, 4].compactMap { $0 < parts.count ? parts[$0].trimmed.nonEmpty : nil }.joined(separator: " ")
    let organization = lines.first { $0.name == "ORG" }?.components.first?.trimmed.nonEmpty
    guard let name = value("FN") ?? structured.nonEmpty ?? organization else { return nil }
    contact = Contact(uid: value("UID") ?? "", name: name)
    contact.handles = lines.compactMap { $0.handle }
    if let photo = lines.first(where: { $0.name == "PHOTO" || $0.name == "LOGO" })?.value, photo.utf8.count <= Contact.textLimit,
      photo.contains(":"), !photo.hasPrefix("data:")
    {
      contact.image = photo
    }
  }

  // MARK: Writing

  /// The properties that a contact replaces.
  private static let own: Set<String> = ["VERSION", "FN", "UID", "TEL", "EMAIL", "IMPP", "X-SIP", "PRODID", "BEGIN", "END"]

  /// Returns a contact as a vCard of version 4.0; `card` is the text of the card that it came from.
  static func text(of contact: Contact, keeping card: String?) -> String {
    var lines = ["BEGIN:VCARD", "VERSION:4.0"]
    lines.append("FN:" + contact.name.escaped)
    lines.append("UID:" + contact.uid.escaped)
    lines += contact.handles.map { property(of: $0) }
    let kept = (card ?? "").split(separator: "\n").compactMap { VCardLine(String($0)) }
    lines += kept.filter { !own.contains($0.name) || $0.name != "FN" && $0.name != "UID" && $0.isForeignHandle }.map { $0.modern }
    lines.append("END:VCARD")
    return lines.map { folded($0) }.joined()
  }

  private static func property(of entry: Contact.LabelledHandle) -> String {
    let type = entry.label.map { ";TYPE=" + $0.parameter } ?? ""
    let handle = entry.handle
    switch handle.type {
    case .phoneNumber: return "TEL;VALUE=text\(type):" + handle.value.escaped
    case .emailAddress: return "EMAIL\(type):" + handle.value.escaped
    // A URI has no escapes (RFC 6350 section 4.2); a line feed is no part of one.
    case .sipURI: return "IMPP\(type):" + handle.value.filter { !$0.isNewline }
    default: return "X-HOOKSWITCH-HANDLE;X-KIND=\(handle.type.rawValue.parameter)\(type):" + handle.value.escaped
    }
  }

  /// Folds a line at 75 bytes, between characters.
  private static func folded(_ line: String) -> String {
    var result = ""
    var width = 0
    for character in line.unicodeScalars {
      let size = UTF8.width(character)
      if width + size > 75 {
        result += "\r\n "
        width = 1
      }
      result.unicodeScalars.append(character)
      width += size
    }
    return result + "\r\n"
  }
}
