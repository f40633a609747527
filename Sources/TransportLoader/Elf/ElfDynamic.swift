/// The dynamic section, which tells the dynamic linker how to link the file.
struct ElfDynamic: Equatable, Sendable {
  private static let textRelocationsFlag: UInt64 = 4

  private(set) var needed: [UInt64] = []
  /// The libraries that are loaded to answer in its place (DT_FILTER, DT_AUXILIARY).
  private(set) var filtered: [UInt64] = []
  private(set) var soname: UInt64?
  /// The offsets in the string table of DT_RPATH and DT_RUNPATH, which are searched before and after the environment's folders.
  private(set) var earlyPath: UInt64?
  private(set) var latePath: UInt64?
  private(set) var stringTable: UInt64 = 0
  private(set) var stringTableSize: UInt64 = 0
  private(set) var symbolTable: UInt64 = 0
  private(set) var hasTextRelocations = false

  /// Reads the dynamic section in `segment`, up to its DT_NULL.
  init(_ file: ByteReader, in segment: ElfSegment) throws(ElfError) {
    var ended = false
    var place = segment.offset
    let end = segment.offset + segment.fileSize
    while place + 16 <= end, !ended, let tag: UInt64 = file.number(at: place), let value: UInt64 = file.number(at: place + 8) {
      switch tag {
      case 0: ended = true
      case 1: needed.append(value)
      case 5: stringTable = value
      case 6: symbolTable = value
      case 10: stringTableSize = value
      case 14: soname = value
      case 15: earlyPath = value
      case 22: hasTextRelocations = true
      case 29: latePath = value
      case 30: hasTextRelocations = hasTextRelocations || value & Self.textRelocationsFlag != 0
      case 0x7FFF_FFFD, 0x7FFF_FFFF: filtered.append(value)
      default: break
      }
      place += 16
    }
    guard ended else { throw ElfError(field: "PT_DYNAMIC", found: "no end", wanted: "a DT_NULL inside the segment") }
  }

  /// Refuses text relocations: the linker would have to write into code.
  func judge() throws(ElfError) {
    guard !hasTextRelocations else {
      throw ElfError(field: "DT_TEXTREL", found: "text relocations", wanted: "none: compile with -fPIC")
    }
  }
}
