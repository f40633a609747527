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
