/// One packet of RTCP (RFC 3550 section 6.4), as a test reads it.
struct ControlPacket {
  var type: UInt8
  var count: Int
  var body: [UInt8]

  /// Reads the packets of a compound; nil for other bytes.
  static func read(_ bytes: [UInt8]) -> [ControlPacket]? {
    var packets: [ControlPacket] = []
    var rest = bytes[...]
    while rest.count >= 4 {
      let head = Array(rest.prefix(4))
      let length = 4 * (Int(head[2]) << 8 + Int(head[3]) + 1)
      guard head[0] >> 6 == 2, length <= rest.count else { return nil }
      packets.append(ControlPacket(type: head[1], count: Int(head[0] & 31), body: Array(rest.dropFirst(4).prefix(length - 4))))
      rest = rest.dropFirst(length)
    }
    return rest.isEmpty ? packets : nil
  }

  /// 32 bits of the body, counted in words.
  func word(_ place: Int) -> UInt32 { body[4 * place..<4 * place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
}
