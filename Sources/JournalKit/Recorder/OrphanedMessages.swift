internal import CallControl

/// The newest SIP messages that came before their call, by provider and Call-ID.
///
/// A pure value of bounded size: the oldest dialog goes first.
struct OrphanedMessages: Sendable {
  /// The largest number of dialogs, and of messages of one dialog.
  private static let dialogLimit = 256
  private static let messageLimit = 8

  private struct Dialog: Hashable, Sendable {
    var provider: ProviderID
    var callID: String
  }

  private var numbers: [Dialog: [UInt64]] = [:]
  private var order: [Dialog] = []

  /// Takes a record with its number; returns the numbers of earlier messages of the same dialog, once a message of it has a call.
  mutating func take(_ record: JournalRecord, number: UInt64) -> [UInt64] {
    guard case .wire(let provider, let call, protocol: let name, let text, isOutgoing: _) = record.body else { return [] }
    if call != nil, numbers.isEmpty { return [] }
    guard let callID = SIPText(text, of: name)?.callID else { return [] }
    let dialog = Dialog(provider: provider, callID: callID)
    guard call == nil else {
      guard let found = numbers.removeValue(forKey: dialog) else { return [] }
      order.removeAll { $0 == dialog }
      return found
    }
    if numbers[dialog] == nil {
      if order.count == Self.dialogLimit { numbers[order.removeFirst()] = nil }
      order.append(dialog)
    }
    if numbers[dialog, default: []].count < Self.messageLimit { numbers[dialog, default: []].append(number) }
    return []
  }
}
