/// The parts of a library's headers that the dynamic linker follows: segments, needed libraries and search paths.
///
/// It reads only a few small pieces, so that large libraries cost no more than small ones.
struct ElfHead: Hashable, Sendable {
  /// The largest dynamic section that is read, in bytes.
  private static let maximumDynamicSize: UInt64 = 1 << 20
  /// The longest name of a library or list of folders, in bytes.
  private static let maximumText: UInt64 = 16 << 10

  /// The libraries that it needs and those that it filters: the linker loads both.
  private(set) var needed: [String] = []
  /// The name by which others may need it.
  private(set) var soname: String?
  /// The folders to search before the environment's (DT_RPATH), separated by colons.
  private(set) var earlyPath: String?
  /// The folders to search after the environment's (DT_RUNPATH), separated by colons.
  private(set) var latePath: String?

  /// Reads and judges the headers of a file of `size` bytes.
  ///
  /// - Parameter read: returns the bytes at a place of the file; nil when they cannot be read.
  init(size: Int, read: (_ place: UInt64, _ count: Int) -> [UInt8]?) throws(ElfError) {
    func piece(_ place: UInt64, _ count: UInt64, _ field: String) throws(ElfError) -> ByteReader {
      guard ByteReader(piece: [], at: 0, ofFile: size).range(at: place, size: count) != nil, let bytes = read(place, Int(count)),
        bytes.count == count
      else {
        throw ElfError(field: field, found: "\(count) bytes at \(place)", wanted: "inside the file of \(size) bytes: it is truncated")
      }
      return ByteReader(piece: bytes, at: place, ofFile: size)
    }
    let header = try ElfHeader(try piece(0, min(64, UInt64(size)), "e_ident"))
    let table = try piece(header.segments.offset, header.segments.stride * header.segments.count, "program headers")
    let layout = ElfLayout((0..<header.segments.count).map { ElfSegment(table, at: header.segments.offset(of: $0)) })
    try layout.judge(fileSize: size)
    let segment = try layout.dynamicSegment()
    guard segment.fileSize <= Self.maximumDynamicSize else {
      throw ElfError(field: "PT_DYNAMIC", found: "\(segment.fileSize) bytes", wanted: "at most \(Self.maximumDynamicSize)")
    }
    let dynamic = try ElfDynamic(try piece(segment.offset, segment.fileSize, "PT_DYNAMIC"), in: segment)
    try dynamic.judge()
    guard let strings = layout.place(of: dynamic.stringTable) else {
      throw ElfError(field: "DT_STRTAB", found: "\(dynamic.stringTable)", wanted: "inside a loaded segment")
    }
    let end = min(strings.end, strings.offset + min(dynamic.stringTableSize, UInt64(size)))
    func text(_ offset: UInt64, _ field: String) throws(ElfError) -> String {
      let place = strings.offset + min(offset, UInt64(size))
      let limit = min(end, place + Self.maximumText)
      guard place < limit, let text = try piece(place, limit - place, field).text(at: place, limit: limit) else {
        throw ElfError(field: field, found: "\(offset)", wanted: "inside the string table")
      }
      return text
    }
    for offset in dynamic.needed { needed.append(try text(offset, "DT_NEEDED")) }
    for offset in dynamic.filtered { needed.append(try text(offset, "DT_FILTER")) }
    soname = try dynamic.soname.map { offset throws(ElfError) in try text(offset, "DT_SONAME") }
    // The linker ignores DT_RPATH when there is a DT_RUNPATH.
    latePath = try dynamic.latePath.map { offset throws(ElfError) in try text(offset, "DT_RUNPATH") }
    if latePath == nil { earlyPath = try dynamic.earlyPath.map { offset throws(ElfError) in try text(offset, "DT_RPATH") } }
  }
}

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
