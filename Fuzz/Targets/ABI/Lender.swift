internal import Glibc
internal import TransportABI

/// Creates structs and strings of the ABI in heap blocks of exactly the stated size, so that AddressSanitizer finds reads past the end.
///
/// The lender frees all blocks.
final class Lender {
  let draw: Draw
  private var blocks: [UnsafeMutableRawPointer] = []
  /// False when a string lent since the last reset broke the ABI's rule for strings.
  var areStringsSound = true
  /// The bytes of the lent strings, in order.
  private(set) var strings: [[UInt8]] = []

  init(_ draw: Draw) {
    self.draw = draw
  }

  deinit {
    for block in blocks { free(block) }
  }

  func block(_ count: Int) -> UnsafeMutableRawPointer {
    guard let block = calloc(1, max(count, 1)) else { preconditionFailure("out of memory") }
    blocks.append(block)
    return block
  }

  /// Resets the record of lent strings.
  func forgetStrings() {
    areStringsSound = true
    strings = []
  }

  /// Returns a string: valid, cut off, unterminated, too long, with a NUL inside, not UTF-8, or at NULL.
  func string() -> hsw_str {
    switch draw.byte() {
    case 0..<32: return lend([], count: 0, end: 0)
    case 32..<200: return lend(Array(Lender.usual[draw.below(Lender.usual.count)].utf8), end: 0)
    case 200..<224: return lend(draw.bytes(draw.below(64)).map { $0 & 0x7F | 1 }, end: 0)
    case 224..<236: return lend(Array(draw.bytes(draw.below(16))), end: 0)
    case 236..<242: return lend(Array(draw.bytes(draw.below(16))), end: draw.byte())
    case 242: return lend(Array(repeating: UInt8(ascii: "a"), count: Int(HSW_STR_MAX) + draw.below(2)), end: 0)
    case 243..<250: return lend([0x78], count: Lender.wildLengths[draw.below(Lender.wildLengths.count)], end: 0)
    default: return lend(nil, count: draw.below(4), end: 0)
    }
  }

  /// Returns a valid string with this text.
  func string(of text: String) -> hsw_str { lend(Array(text.utf8), end: 0) }

  /// Invalid lengths; even the lower half of each is above the limit, or zero.
  private static let wildLengths = [-1, .min, .max, Int(HSW_STR_MAX) + 1, 1 << 32]

  private static let usual = [
    "tel", "sip", "+15550100", "sip:a@example.org", "org.example.fuzz", "1.0", "0123456789*#ABCD", "{}",
    "{\"x\":[1,true,null,\"\\u00e9\"]}",
    "Zo\u{eb}", "hold", "voice",
  ]

  private func lend(_ bytes: [UInt8]?, count: Int? = nil, end: UInt8) -> hsw_str {
    let count = count ?? bytes?.count ?? 0
    guard let bytes else {
      areStringsSound = areStringsSound && count == 0
      strings.append([])
      return hsw_str(p: nil, n: count)
    }
    let place = block(bytes.count + 1)
    place.copyMemory(from: bytes, byteCount: bytes.count)
    place.storeBytes(of: end, toByteOffset: bytes.count, as: UInt8.self)
    let isSound = count == bytes.count && count <= Int(HSW_STR_MAX) && (count == 0 || end == 0 && !bytes.contains(0))
    areStringsSound = areStringsSound && isSound && String(validating: bytes, as: UTF8.self) != nil
    strings.append(bytes)
    return hsw_str(p: place.assumingMemoryBound(to: CChar.self), n: count)
  }

  /// Returns a list of strings with the right count, or NULL with any count.
  func list(_ count: inout UInt32) -> UnsafePointer<hsw_str>? {
    guard !draw.bit() else {
      count = draw.bit() ? 0 : draw.word()
      areStringsSound = areStringsSound && count == 0
      return nil
    }
    count = UInt32(draw.below(4))
    let place = block(Int(count) * MemoryLayout<hsw_str>.stride).assumingMemoryBound(to: hsw_str.self)
    for index in 0..<Int(count) { place[index] = string() }
    return UnsafePointer(place)
  }

  /// Returns a copy of a struct: whole, cut off at a multiple of `step`, too long, or with an invalid size.
  func table<Table>(_ table: Table, cutAt step: Int = 4) -> UnsafeMutablePointer<Table> {
    let whole = MemoryLayout<Table>.size
    let room: Int
    var size: UInt32
    switch draw.byte() {
    case 0..<160: (room, size) = (whole, UInt32(whole))
    case 160..<200:
      room = step * (1 + draw.below(max(1, whole / step)))
      size = UInt32(room)
    case 200..<230:
      room = whole + draw.below(64)
      size = UInt32(room)
    case 230..<240: (room, size) = (4, UInt32(draw.below(4)))
    default: (room, size) = (whole, UInt32.max - UInt32(draw.byte()))
    }
    let place = block(room)
    withUnsafeBytes(of: table) { bytes in
      place.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes.prefix(room)).baseAddress.unsafelyUnwrapped, byteCount: min(room, whole))
    }
    // Fill the space behind the known fields like a newer peer.
    for offset in min(room, whole)..<room { place.storeBytes(of: draw.byte(), toByteOffset: offset, as: UInt8.self) }
    place.copyMemory(from: &size, byteCount: 4)
    // A reader may use the memory as a Table only up to its size: this is the rule under test.
    return place.assumingMemoryBound(to: Table.self)
  }
}
