internal import CallControl

/// The header of a table file: its sizes, its parts and its origin.
///
/// All numbers are little-endian.
struct TableHeader: Equatable, Sendable {
  /// The bytes with which a table begins and ends.
  static let magic: [UInt8] = Array("HSWDIR\0\u{1}".utf8)
  static let version: UInt32 = 1
  /// A number whose bytes show the order in which they were written.
  static let byteOrder: UInt32 = 0x0102_0304
  /// The size of the header, and of the footer.
  static let size = 4_096
  /// The place of the header's checksum.
  static let checksumPlace = size - 4
  /// The limits on the id and on the token, in bytes.
  static let idLimit = 128
  static let tokenLimit = 1_024

  /// A part of the file between header and footer.
  enum Part: Int, CaseIterable, Sendable {
    /// The entries in blocks of 128.
    case blocks
    /// Each block's offset divided by 16, in the order of `index`.
    case places
    /// Each block's first number, in the order of an Eytzinger tree.
    case index
    /// The begin of each label set in `setLabels`, and the end of the last.
    case sets
    /// The labels of the sets.
    case setLabels
    /// The begin of each label in `labelTexts`, and the end of the last.
    case labelOffsets
    /// The labels, in UTF-8.
    case labelTexts
  }

  /// The place of a part in the file, in bytes.
  struct Extent: Equatable, Sendable {
    var offset = 0
    var size = 0
    var end: Int { offset + size }
  }

  var id = ""
  var token: String?
  var revision: UInt64 = 0
  /// The time of the load, in milliseconds since 1970.
  var loaded: Int64 = 0
  /// The hash of the source's description, by which another source is recognized.
  var origin: UInt64 = 0
  var entries: UInt64 = 0
  var blocks: UInt64 = 0
  var largest: UInt64 = 0
  /// The numbers that are blocked, and the pairs of number and label.
  var blocking: UInt64 = 0
  var identification: UInt64 = 0
  var fileSize: UInt64 = 0
  var extents = [Extent](repeating: Extent(), count: Part.allCases.count)

  subscript(part: Part) -> Extent {
    get { extents[part.rawValue] }
    set { extents[part.rawValue] = newValue }
  }

  /// The header's bytes with its checksum.
  var bytes: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.size)
    bytes.withUnsafeMutableBytes { bytes in
      bytes.copyBytes(from: Self.magic)
      var place = 8
      func put<Number: FixedWidthInteger>(_ number: Number) {
        bytes.storeBytes(of: number.littleEndian, toByteOffset: place, as: Number.self)
        place += MemoryLayout<Number>.size
      }
      put(Self.version)
      put(Self.byteOrder)
      for number in [entries, blocks, largest, blocking, identification, revision, UInt64(bitPattern: loaded), origin, fileSize] {
        put(number)
      }
      for extent in extents {
        put(UInt64(extent.offset))
        put(UInt64(extent.size))
      }
      for text in [id, token ?? ""] {
        put(UInt16(text.utf8.count))
        for byte in text.utf8 { put(byte) }
      }
      // A token may be missing, which is not the same as empty.
      put(UInt8(token == nil ? 0 : 1))
      let sum = CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[..<Self.checksumPlace]))
      bytes.storeBytes(of: sum.littleEndian, toByteOffset: Self.checksumPlace, as: UInt32.self)
    }
    return bytes
  }

  init() {}

  /// Reads a header; nil when its magic number, version, byte order or checksum is wrong.
  init?(reading bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.size, bytes[..<8].elementsEqual(Self.magic) else { return nil }
    let sum = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: Self.checksumPlace, as: UInt32.self))
    guard CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[..<Self.checksumPlace])) == sum else { return nil }
    var place = 8
    func take<Number: FixedWidthInteger>(_: Number.Type) -> Number {
      defer { place += MemoryLayout<Number>.size }
      return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Number.self))
    }
    guard take(UInt32.self) == Self.version, take(UInt32.self) == Self.byteOrder else { return nil }
    entries = take(UInt64.self)
    blocks = take(UInt64.self)
    largest = take(UInt64.self)
    blocking = take(UInt64.self)
    identification = take(UInt64.self)
    revision = take(UInt64.self)
    loaded = Int64(bitPattern: take(UInt64.self))
    origin = take(UInt64.self)
    fileSize = take(UInt64.self)
    for part in Part.allCases {
      guard let offset = Int(exactly: take(UInt64.self)), let size = Int(exactly: take(UInt64.self)) else { return nil }
      self[part] = Extent(offset: offset, size: size)
    }
    var texts: [String] = []
    for limit in [Self.idLimit, Self.tokenLimit] {
      let count = Int(take(UInt16.self))
      guard count <= limit else { return nil }
      texts.append(String(decoding: bytes[place..<place + count], as: UTF8.self))
      place += count
    }
    id = texts[0]
    token = take(UInt8.self) == 0 ? nil : texts[1]
  }
}
