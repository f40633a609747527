/// The summary of a call's media before its end, from a message of the protocol `media` in the journal.
///
/// Its text has the form of the header P-RTP-Stat of SIP phones: `PS=1500,OS=240000,PR=1490,OR=238400,PL=10,JI=3.2`. PS and PR are packets
/// sent and received, PL the lost ones, JI the jitter in milliseconds. Other parameters count for nothing.
struct MediaSummary: Hashable, Sendable {
  /// The protocol of the message.
  static let name = "media"

  var sent: UInt64 = 0
  var received: UInt64 = 0
  var lost: UInt64 = 0
  /// The jitter of the received packets, in seconds; nil when the transport does not know it.
  var jitter: Double?

  /// Reads a summary; a parameter that is no decimal number is left out.
  ///
  /// The transport chose the text, so each number has a limit: 15 digits, of which a `Double` keeps all.
  init(_ text: String) {
    var name: UInt32 = 0
    var value = Value()
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: ","):
        take(name, value)
        (name, value) = (0, Value())
      case UInt8(ascii: "="): value.isBegun = true
      case _ where value.isBegun: value.take(byte)
      default: name = name << 8 | UInt32(byte)
      }
    }
    take(name, value)
  }

  /// A decimal number as it is read.
  private struct Value {
    var isBegun = false
    private var isValid = true
    private var digits = 0
    private var number: UInt64 = 0
    /// The power of ten by which `number` is too large; nil before the point.
    private var scale: Double?

    mutating func take(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9") where digits < 15:
        number = number * 10 + UInt64(byte - UInt8(ascii: "0"))
        digits += 1
        scale = scale.map { $0 * 10 }
      case UInt8(ascii: ".") where scale == nil: scale = 1
      default: isValid = false
      }
    }

    var whole: UInt64? { isValid && digits > 0 && scale == nil ? number : nil }
    var real: Double? { isValid && digits > 0 ? Double(number) / (scale ?? 1) : nil }
  }

  private mutating func take(_ name: UInt32, _ value: Value) {
    switch name {
    case Self.code("P", "S"): sent = value.whole ?? sent
    case Self.code("P", "R"): received = value.whole ?? received
    case Self.code("P", "L"): lost = value.whole ?? lost
    case Self.code("J", "I"): jitter = value.real.map { $0 / 1_000 } ?? jitter
    default: break
    }
  }

  /// Returns the two letters of a parameter's name as one number.
  private static func code(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> UInt32 {
    UInt32(UInt8(ascii: first)) << 8 | UInt32(UInt8(ascii: second))
  }
}
