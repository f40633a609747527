internal import Locking

/// Which dialog a Call-ID is of, for traces: noted by the accounts for the dialogs that they begin, read by the stack's thread.
final class CallIDs: Sendable {
  private let dialogs = Locked<(byID: [String: UInt64], ids: [UInt64: String])>(([:], [:]))

  func note(_ id: String, of dialog: UInt64) {
    dialogs.withLock {
      $0.byID[id] = dialog
      $0.ids[dialog] = id
    }
  }

  func forget(_ dialog: UInt64) {
    dialogs.withLock {
      guard let id = $0.ids.removeValue(forKey: dialog), $0.byID[id] == dialog else { return }
      $0.byID[id] = nil
    }
  }

  subscript(id: String) -> UInt64? { dialogs.withLock { $0.byID[id] } }

  /// A Call-ID that no other has (RFC 3261 section 8.1.1.4), and that says nothing about us.
  static func fresh() -> String {
    String(UInt64.random(in: .min ... .max), radix: 16) + String(UInt64.random(in: .min ... .max), radix: 16)
  }
}
