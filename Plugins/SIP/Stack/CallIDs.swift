internal import TransportKit

/// Which dialog a Call-ID is of, for traces: noted by the accounts for the dialogs that they begin, read by the stack's thread.
final class CallIDs: Sendable {
  private let dialogs = Registry<String, UInt64>()

  func note(_ id: String, of dialog: UInt64) {
    // A far end that uses a Call-ID twice has its first call traced.
    _ = dialogs.claim([id], for: dialog, dialog)
  }

  func forget(_ dialog: UInt64) { dialogs.release(dialog) }

  subscript(id: String) -> UInt64? { dialogs[id] }

  /// A Call-ID that no other has (RFC 3261 section 8.1.1.4), and that says nothing about us.
  static func fresh() -> String {
    String(UInt64.random(in: .min ... .max), radix: 16) + String(UInt64.random(in: .min ... .max), radix: 16)
  }
}
