internal import TransportKit

/// A far end's transfer request, from its Refer-To (RFC 3515 section 2.1).
struct TransferWish {
  /// The target, for the host.
  var info: CallInfo
  /// The Replaces of the new call; empty: none (RFC 3891 section 4).
  var replaces = ""

  /// Reads a URI and, of its headers, only Replaces: with others a stranger could write our requests (RFC 3261 section 19.1.5).
  init(_ uri: String) {
    let parts = uri.split(separator: "?", maxSplits: 1)
    let target = parts.first.map(String.init) ?? ""
    info = CallInfo(
      kind: target.hasPrefix("tel:") ? "tel" : "sip", handle: target.hasPrefix("tel:") ? String(target.dropFirst(4)) : target)
    guard parts.count == 2 else { return }
    for field in parts[1].split(separator: "&") where field.lowercased().hasPrefix("replaces=") {
      replaces = Self.unescaped(field.dropFirst("replaces=".count))
    }
  }

  /// Decodes percent escapes; returns an empty text if it contains a control character.
  private static func unescaped(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return "" }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes.contains { $0 < 32 || $0 == 127 } ? "" : String(decoding: bytes, as: UTF8.self)
  }
}

/// An accepted transfer request that waits for the host's call.
struct GrantedTransfer {
  /// The dialog that gets the reports.
  var referrer: UInt64
  var replaces: String
  /// The time-out of the wait for the call.
  var limit: Timer?
}
