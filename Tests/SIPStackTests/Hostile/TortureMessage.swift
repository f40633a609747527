import SIPWire
import Testing

/// A message of RFC 4475 or RFC 5118, and a stack's expected answer.
struct TortureMessage: Sendable, CustomTestStringConvertible {
  enum Way: Sendable {
    case datagram
    case stream
  }

  let name: String
  let section: String
  let way: Way
  /// The status of the final response; nil for no answer.
  let status: Int?
  /// The reason for this answer, where the RFC leaves a choice or prefers another.
  let reason: String
  let bytes: [UInt8]

  /// `hex`: bytes after the text that are not text; `end`: a text after them.
  init(
    _ name: String, _ section: String, _ way: Way, says status: Int?, because reason: String = "", _ text: String, hex: String = "",
    end: String = ""
  ) {
    self.name = name
    self.section = section
    self.way = way
    self.status = status
    self.reason = reason
    let digits = hex.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
    let binary = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    bytes = text.utf8.flatMap { $0 == 10 ? [13, 10] : [$0] } + binary + end.utf8
  }

  var testDescription: String { "\(section) \(name)" }

  static let all = valid + invalid + meaning + ipv6

  /// The port that an answer goes to: that of the topmost Via, or SIP's default.
  var replyPort: UInt16 {
    let via = Reply(bytes).headers(["via", "v"]).first ?? ""
    let host = via.prefix { $0 != ";" }
    guard let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") else { return 5060 }
    return UInt16(host[host.index(after: colon)...]) ?? 5060
  }

  /// The description of most messages; its codec LPC lacks a clock rate.
  static func offer(_ address: String, from origin: String? = nil) -> String {
    """
    v=0
    o=mhandley 29739 7272939 IN IP4 \(origin ?? address)
    s=-
    c=IN IP4 \(address)
    t=0 0
    m=audio 49217 RTP/AVP 0 12
    m=video 3227 RTP/AVP 31
    a=rtpmap:31 LPC
    """
  }
}
