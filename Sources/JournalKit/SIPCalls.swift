internal import CallControl

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
