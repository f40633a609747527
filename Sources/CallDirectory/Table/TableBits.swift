/// Numbers of a fixed width in bits, one after another, the lowest bit first.
enum TableBits {
  /// The bytes beyond a packed number that a read may touch.
  static let overread = 9

  /// Returns the bits that a number needs.
  static func width(of number: UInt64) -> Int { 64 - number.leadingZeroBitCount }

  /// Returns the bytes of packed numbers.
  static func size(_ count: Int, width: Int) -> Int { (count * width + 7) >> 3 }

  /// Packs numbers below 2 to the power of `width`, and writes whole words: up to 8 bytes beyond `size(_:width:)`.
  static func pack(_ numbers: UnsafeBufferPointer<UInt64>, minus base: UInt64, width: Int, to place: UnsafeMutableRawPointer) {
    var (word, used, offset) = (UInt64(0), 0, 0)
    for number in numbers {
      let value = number &- base
      word |= value << UInt64(used)
      if used + width >= 64 {
        place.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
        offset += 8
        word = used == 0 ? 0 : value >> UInt64(64 - used)
        used += width - 64
      } else {
        used += width
      }
    }
    place.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
  }

  /// Returns the packed number at an index; the width is at most 63.
  ///
  /// It reads up to `overread` bytes from the number's first byte on.
  @inline(__always)
  static func number(in place: UnsafeRawPointer, at index: Int, width: Int) -> UInt64 {
    let bit = index &* width
    let (byte, shift) = (bit >> 3, UInt64(bit & 7))
    var value = UInt64(littleEndian: place.loadUnaligned(fromByteOffset: byte, as: UInt64.self)) &>> shift
    if shift &+ UInt64(width) > 64 {
      value |= UInt64(place.load(fromByteOffset: byte &+ 8, as: UInt8.self)) &<< (64 &- shift)
    }
    return value & ((1 &<< UInt64(width)) &- 1)
  }
}

/// The head of a block, 16 bytes.
struct TableBlock {
  /// The largest number of entries.
  static let limit = 128
  static let headSize = 16
  /// The size of the largest block with what packing writes beyond it.
  static let sizeLimit = headSize + limit * 63 / 8 + limit * 32 / 8 + 16

  var count: Int
  var numberWidth: Int
  var valueWidth: Int
  /// The smallest value, which the packed values are above.
  var smallest: UInt32
  var first: UInt64

  /// The size without the padding to 16 bytes.
  var size: Int { Self.headSize + TableBits.size(count, width: numberWidth) + TableBits.size(count, width: valueWidth) }

  /// The place of the packed values in the block.
  var valuePlace: Int { Self.headSize + TableBits.size(count, width: numberWidth) }

  init(count: Int, numberWidth: Int, valueWidth: Int, smallest: UInt32, first: UInt64) {
    (self.count, self.numberWidth, self.valueWidth, self.smallest, self.first) = (count, numberWidth, valueWidth, smallest, first)
  }

  /// Reads the head of a block; nil for one that no builder writes.
  @inline(__always)
  init?(_ place: UnsafeRawPointer) {
    count = Int(place.load(as: UInt8.self))
    numberWidth = Int(place.load(fromByteOffset: 1, as: UInt8.self))
    valueWidth = Int(place.load(fromByteOffset: 2, as: UInt8.self))
    smallest = UInt32(littleEndian: place.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    first = UInt64(littleEndian: place.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    guard count >= 1, count <= Self.limit, numberWidth <= 63, valueWidth <= 32 else { return nil }
  }

  /// Writes the head.
  func write(to place: UnsafeMutableRawPointer) {
    place.storeBytes(of: UInt8(count), as: UInt8.self)
    place.storeBytes(of: UInt8(numberWidth), toByteOffset: 1, as: UInt8.self)
    place.storeBytes(of: UInt8(valueWidth), toByteOffset: 2, as: UInt8.self)
    place.storeBytes(of: 0, toByteOffset: 3, as: UInt8.self)
    place.storeBytes(of: smallest.littleEndian, toByteOffset: 4, as: UInt32.self)
    place.storeBytes(of: first.littleEndian, toByteOffset: 8, as: UInt64.self)
  }

  /// Returns the number at an index.
  @inline(__always)
  func number(_ place: UnsafeRawPointer, _ index: Int) -> UInt64 {
    first &+ TableBits.number(in: place + Self.headSize, at: index, width: numberWidth)
  }

  /// Returns the value at an index.
  @inline(__always)
  func value(_ place: UnsafeRawPointer, _ index: Int) -> UInt32 {
    smallest &+ UInt32(truncatingIfNeeded: TableBits.number(in: place + valuePlace, at: index, width: valueWidth))
  }

  /// Returns the index of a number; nil when the block does not have it.
  @inline(__always)
  func find(_ number: UInt64, in place: UnsafeRawPointer) -> Int? {
    guard number >= first else { return nil }
    let wanted = number &- first
    var (low, high) = (0, count)
    while high &- low > 1 {
      let middle = (low &+ high) >> 1
      if TableBits.number(in: place + Self.headSize, at: middle, width: numberWidth) <= wanted { low = middle } else { high = middle }
    }
    return TableBits.number(in: place + Self.headSize, at: low, width: numberWidth) == wanted ? low : nil
  }
}
