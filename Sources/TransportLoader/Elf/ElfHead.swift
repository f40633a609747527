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
