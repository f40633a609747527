/// The memory layout that a file's program headers describe.
struct ElfLayout: Hashable, Sendable {
  let segments: [ElfSegment]

  init(_ segments: [ElfSegment]) {
    self.segments = segments
  }

  /// Refuses segments outside the file, and memory that is both writable and executable.
  func judge(fileSize: Int) throws(ElfError) {
    var end: UInt64 = 0
    for segment in segments {
      let (fileEnd, overflow) = segment.offset.addingReportingOverflow(segment.fileSize)
      guard !overflow, fileEnd <= UInt64(fileSize) else {
        throw ElfError(
          field: "segment of kind \(segment.kind)", found: "\(segment.fileSize) bytes at \(segment.offset)",
          wanted: "inside the file of \(fileSize) bytes: it is truncated")
      }
      guard segment.kind != ElfSegment.stack || !segment.isExecutable else {
        throw ElfError(field: "PT_GNU_STACK", found: "an executable stack", wanted: "not executable: link with -z noexecstack")
      }
      guard segment.kind == ElfSegment.load else { continue }
      guard segment.memorySize >= segment.fileSize else {
        throw ElfError(field: "p_memsz", found: "\(segment.memorySize)", wanted: "at least p_filesz, \(segment.fileSize)")
      }
      guard !(segment.isWritable && segment.isExecutable) else {
        throw ElfError(
          field: "PT_LOAD", found: "a segment at \(segment.address) that is both writable and executable",
          wanted: "one or the other: link without -N, and with no section that is both")
      }
      // The linker maps the segments in this order: an overlap could run other bytes than the file's.
      guard segment.address >= end else {
        throw ElfError(field: "PT_LOAD", found: "segments that overlap or are out of order", wanted: "ascending addresses")
      }
      end = segment.address &+ segment.memorySize
      guard end >= segment.address else {
        throw ElfError(field: "p_memsz", found: "\(segment.memorySize)", wanted: "inside the address space")
      }
    }
    guard segments.contains(where: { $0.kind == ElfSegment.load }) else {
      throw ElfError(field: "PT_LOAD", found: "none", wanted: "at least one")
    }
    // Without this header the dynamic linker makes the stack executable.
    guard segments.contains(where: { $0.kind == ElfSegment.stack }) else {
      throw ElfError(field: "PT_GNU_STACK", found: "none", wanted: "one that is not executable: link with -z noexecstack")
    }
  }

  /// The segment of the dynamic section, whose place in the file must match its address in memory.
  func dynamicSegment() throws(ElfError) -> ElfSegment {
    let dynamic = segments.filter { $0.kind == ElfSegment.dynamic }
    guard let segment = dynamic.first else {
      throw ElfError(field: "PT_DYNAMIC", found: "none", wanted: "one: it is not a shared object to load at run time")
    }
    guard dynamic.count == 1 else { throw ElfError(field: "PT_DYNAMIC", found: "\(dynamic.count)", wanted: "one") }
    guard place(of: segment.address)?.offset == segment.offset else {
      throw ElfError(field: "PT_DYNAMIC", found: "\(segment.offset) in the file", wanted: "the place that its address has in a PT_LOAD")
    }
    return segment
  }

  /// The place in the file of the bytes mapped at `address`, and the end of their segment.
  func place(of address: UInt64) -> (offset: UInt64, end: UInt64)? {
    for segment in segments where segment.kind == ElfSegment.load && address >= segment.address {
      let distance = address - segment.address
      if distance < segment.fileSize { return (segment.offset + distance, segment.offset + segment.fileSize) }
    }
    return nil
  }
}

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
