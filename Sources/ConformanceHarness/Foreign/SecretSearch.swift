internal import CConformance

/// Searches bytes for a secret, plain and in the encodings in which programs write text.
///
/// The secret is made of letters and digits, so that no usual escaping changes it.
package struct SecretSearch: Sendable {
  /// The fewest characters in a row that count as a disclosure.
  private static let shortest = 10

  /// The forms, each with its name as in `as Base64`.
  private let forms: [(name: String, bytes: [UInt8])]

  /// - Parameter secret: at least 16 bytes.
  package init(_ secret: String) {
    let bytes = Array(secret.utf8)
    var forms = Self.windows(bytes).map { ("plain", $0) }
    forms += Self.windows(bytes.reversed()).map { ("reversed", $0) }
    // Any ten characters of it, encoded: a longer text around them makes no difference.
    for window in Self.windows(bytes) {
      for isUpper in [false, true] {
        for separator in ["", ":", " ", "\\x", "0x"] { forms.append(("as hex", Self.hex(window, isUpper, separator))) }
        forms.append(("percent-encoded", window.flatMap { [0x25] + Self.digits($0, isUpper) }))
        forms.append(("as JSON escapes", window.flatMap { Array("\\u00".utf8) + Self.digits($0, isUpper) }))
      }
      forms.append(("as UTF-16", window.dropLast().flatMap { [$0, 0] } + [window[window.count - 1]]))
    }
    // The place of the secret in the encoded text decides how its bytes fall into groups of three.
    for shift in 0..<3 {
      let whole = Array(bytes.dropFirst(shift))
      let group = Array(whole.prefix(whole.count / 3 * 3))
      forms.append(("as Base64", Self.base64(group, "+/")))
      forms.append(("as Base64", Self.base64(group, "-_")))
    }
    self.forms = forms.map { (name: $0.0, bytes: $0.1) }
  }

  /// Returns the name of the form in which the bytes contain the secret; nil if they do not.
  package func form(in bytes: [UInt8]) -> String? {
    guard bytes.count >= Self.shortest else { return nil }
    return forms.first { Self.contains(bytes, $0.bytes) }?.name
  }

  private static func windows(_ bytes: [UInt8]) -> [[UInt8]] {
    (0...max(0, bytes.count - shortest)).map { Array(bytes[$0..<min(bytes.count, $0 + shortest)]) }
  }

  private static func digits(_ byte: UInt8, _ isUpper: Bool) -> [UInt8] {
    let digits = Array((isUpper ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
    return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  private static func hex(_ bytes: [UInt8], _ isUpper: Bool, _ separator: String) -> [UInt8] {
    Array(bytes.map { digits($0, isUpper) }.joined(separator: Array(separator.utf8)))
  }

  private static func base64(_ bytes: [UInt8], _ last: String) -> [UInt8] {
    let letters = Array(("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last).utf8)
    return stride(from: 0, to: bytes.count - 2, by: 3).flatMap { place -> [UInt8] in
      let group = UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
      return [18, 12, 6, 0].map { letters[Int(group >> $0 & 63)] }
    }
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    hookswitch_harness_contains(text, text.count, part, part.count) != 0
  }
}
