/// A packet of RTP (RFC 3550 section 5.1), as a test writes and reads it.
struct RTPPacket: Equatable {
  var type: UInt8
  var isMarked = false
  var sequence: UInt16
  var timestamp: UInt32
  var ssrc: UInt32 = 0x1234_5678
  var payload: [UInt8]

  init(type: UInt8, isMarked: Bool = false, sequence: UInt16, timestamp: UInt32, ssrc: UInt32 = 0x1234_5678, payload: [UInt8]) {
    self.type = type
    self.isMarked = isMarked
    self.sequence = sequence
    self.timestamp = timestamp
    self.ssrc = ssrc
    self.payload = payload
  }

  /// Reads a packet without options; nil for other bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 12, bytes[0] == 0x80 else { return nil }
    func number(_ range: Range<Int>) -> UInt32 { bytes[range].reduce(0) { $0 << 8 | UInt32($1) } }
    self.init(
      type: bytes[1] & 127, isMarked: bytes[1] >= 128, sequence: UInt16(number(2..<4)), timestamp: number(4..<8), ssrc: number(8..<12),
      payload: Array(bytes[12...]))
  }

  var bytes: [UInt8] {
    func split(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    return [0x80, type | (isMarked ? 128 : 0), UInt8(sequence >> 8), UInt8(truncatingIfNeeded: sequence)] + split(timestamp) + split(ssrc)
      + payload
  }
}
