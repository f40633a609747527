internal import CallControl

/// The parts of a SIP message (RFC 3261 section 7) that a ladder shows: its first line, its CSeq and its Call-ID.
struct SIPText {
  private let first: Substring
  private let headers: ArraySlice<Substring>

  /// Parses a message; returns nil for a message of another protocol.
  init?(_ text: String, of name: String) {
    guard name.lowercased() == "sip" else { return nil }
    // Empty lines before a message are allowed (RFC 3261 section 7.5).
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).drop(while: \.isEmpty)
    guard let first = lines.first else { return nil }
    self.first = first
    headers = lines.dropFirst().prefix { !$0.isEmpty }
  }

  /// The first line without its version, and the sequence number: `INVITE sip:bob@example.org (1)`, `180 Ringing (1 INVITE)`.
  var label: String {
    let version = "SIP/2.0"
    let isResponse = first.hasPrefix(version + " ")
    let words = isResponse ? first.dropFirst(version.count + 1) : first.hasSuffix(" " + version) ? first.dropLast(version.count + 1) : first
    guard let sequence = header("cseq", or: nil) else { return String(words) }
    return "\(words) (\(isResponse ? sequence : sequence.prefix { $0 != " " }))"
  }

  /// The Call-ID, which all messages of a call share.
  var callID: String? { header("call-id", or: "i").map(String.init) }

  private func header(_ name: String, or short: String?) -> Substring? {
    for line in headers {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let found = line[..<colon].filter { !$0.isWhitespace }.lowercased()
      guard found == name || found == short else { continue }
      let value = line[line.index(after: colon)...].drop(while: \.isWhitespace)
      return value.isEmpty ? nil : value
    }
    return nil
  }
}

/// Assigns SIP messages without a call to the call of their Call-ID.
///
/// The first INVITE comes before its call exists, and the last ACK after it was forgotten.
enum SIPCalls {
  static func joined(_ records: [JournalRecord]) -> [JournalRecord] {
    var calls: [Key: CallID] = [:]
    for record in records {
      guard let key = key(of: record), case .wire(_, let call?, protocol: _, text: _, isOutgoing: _) = record.body else { continue }
      calls[key] = call
    }
    guard !calls.isEmpty else { return records }
    return records.map { record in
      guard case .wire(let provider, nil, protocol: let name, let text, let isOutgoing) = record.body,
        let call = key(of: record).flatMap({ calls[$0] })
      else { return record }
      return JournalRecord(time: record.time, .wire(provider, call, protocol: name, text: text, isOutgoing: isOutgoing))
    }
  }

  /// When two providers call each other, each has its own call with the same Call-ID.
  private struct Key: Hashable {
    var provider: ProviderID
    var callID: String
  }

  private static func key(of record: JournalRecord) -> Key? {
    guard case .wire(let provider, _, protocol: let name, let text, isOutgoing: _) = record.body,
      let callID = SIPText(text, of: name)?.callID
    else { return nil }
    return Key(provider: provider, callID: callID)
  }
}
