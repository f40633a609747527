/// One program header.
struct ElfSegment: Hashable, Sendable {
  static let load: UInt32 = 1
  static let dynamic: UInt32 = 2
  static let note: UInt32 = 4
  static let stack: UInt32 = 0x6474_E551

  var kind: UInt32
  var flags: UInt32
  var offset: UInt64
  var address: UInt64
  var fileSize: UInt64
  var memorySize: UInt64
  var alignment: UInt64

  var isExecutable: Bool { flags & 1 != 0 }
  var isWritable: Bool { flags & 2 != 0 }

  /// Reads the program header at `place`, which lies inside the file.
  init(_ file: ByteReader, at place: UInt64) {
    kind = file.number(at: place) ?? 0
    flags = file.number(at: place + 4) ?? 0
    offset = file.number(at: place + 8) ?? 0
    address = file.number(at: place + 16) ?? 0
    fileSize = file.number(at: place + 32) ?? 0
    memorySize = file.number(at: place + 40) ?? 0
    alignment = file.number(at: place + 48) ?? 0
  }
}
