internal import CallControl

/// The bytes of a table, checked so that no look-up reads outside them, whatever they are.
///
/// It does not own the bytes: they must live as long as it is used.
struct TableView: @unchecked Sendable {  // The bytes are never written after the check, and the owner outlives the view.
  /// The largest number of labels that a look-up returns.
  static let labelLimit = 256

  let header: TableHeader
  private let memory: UnsafeRawPointer
  private let size: Int
  private let blockCount: Int
  private let index: UnsafeRawPointer
  private let places: UnsafeRawPointer
  private let blocksEnd: Int

  /// Checks bytes: both magic numbers, both checksums of the header, the sizes and places of all parts, and the places of all blocks.
  ///
  /// - Parameter bytes: the whole file, at an address that 16 divides.
  /// - Throws: the fault, as part of a sentence.
  init(checking bytes: UnsafeRawBufferPointer) throws(TableFault) {
    guard let memory = bytes.baseAddress, bytes.count >= TableHeader.size * 2 else { throw TableFault("it is shorter than 8,192 bytes") }
    guard UInt(bitPattern: memory) % 16 == 0 else { throw TableFault("its address is not a multiple of 16") }
    guard let header = TableHeader(reading: bytes) else { throw TableFault("its header is not that of a table of this version") }
    let footer = bytes.count - TableHeader.size
    guard bytes[(bytes.count - 8)...].elementsEqual(TableHeader.magic) else { throw TableFault("its end is missing") }
    let sums = TableHeader.Part.allCases.count * 4
    let own = bytes.loadUnaligned(fromByteOffset: TableHeader.checksumPlace, as: UInt32.self)
    guard bytes.loadUnaligned(fromByteOffset: footer + sums, as: UInt32.self) == own else {
      throw TableFault("its end belongs to another header")
    }
    guard header.fileSize == UInt64(bytes.count) else { throw TableFault("its size is not the one that it was written with") }
    for part in TableHeader.Part.allCases {
      let extent = header[part]
      let (end, overflows) = extent.offset.addingReportingOverflow(extent.size)
      guard !overflows, extent.offset >= TableHeader.size, extent.size >= 0, end <= footer, extent.offset % 16 == 0 else {
        throw TableFault("a part lies outside the file")
      }
    }
    guard let count = Int(exactly: header.blocks), count <= footer / TableBlock.headSize,
      header[.places].size == count * 4, header[.index].size == count * 8, header.entries <= header.blocks * UInt64(TableBlock.limit)
    else { throw TableFault("its index does not fit its blocks") }
    guard header[.sets].size % 4 == 0, header[.setLabels].size % 4 == 0, header[.labelOffsets].size % 8 == 0 else {
      throw TableFault("its labels have a wrong size")
    }
    (self.header, self.memory, size, blockCount) = (header, memory, bytes.count, count)
    index = memory + header[.index].offset
    places = memory + header[.places].offset
    blocksEnd = header[.blocks].end
    for slot in 0..<count {
      let place = self.place(slot)
      guard place >= header[.blocks].offset, place + TableBlock.headSize <= blocksEnd else {
        throw TableFault("a block lies outside its part")
      }
    }
  }

  /// Returns the byte offset of a block by its slot in the index.
  @inline(__always)
  private func place(_ slot: Int) -> Int {
    Int(UInt32(littleEndian: places.load(fromByteOffset: slot &* 4, as: UInt32.self))) &* 16
  }

  /// Reads the block of a slot; nil when it does not fit into its part.
  @inline(__always)
  private func block(_ slot: Int) -> (block: TableBlock, place: UnsafeRawPointer)? {
    let offset = place(slot)
    guard let block = TableBlock(memory + offset), offset &+ block.size <= blocksEnd else { return nil }
    return (block, memory + offset)
  }

  /// Returns the value of a number: label set × 2 + blocked; nil when it has no entry.
  @inline(__always)
  func value(of number: UInt64) -> UInt32? {
    // The place of the last block that begins at or before the number, in a tree whose node n has the children 2n and 2n + 1.
    var (node, found) = (1, 0)
    while node <= blockCount {
      let isBefore = UInt64(littleEndian: index.load(fromByteOffset: (node &- 1) &* 8, as: UInt64.self)) <= number
      found = isBefore ? node : found
      node = node &* 2 &+ (isBefore ? 1 : 0)
    }
    guard found > 0, let (block, place) = block(found &- 1), let entry = block.find(number, in: place) else { return nil }
    return block.value(place, entry)
  }

  // MARK: Labels

  /// The number of label sets.
  var setCount: Int { max(0, header[.sets].size / 4 - 1) }

  /// Returns the labels of a set as places in the list of labels; empty for set 0 and for one that does not exist.
  func labels(ofSet set: UInt32) -> [UInt32] {
    guard set > 0, Int(set) <= setCount else { return [] }
    let sets = memory + header[.sets].offset
    let begin = Int(UInt32(littleEndian: sets.load(fromByteOffset: Int(set - 1) * 4, as: UInt32.self)))
    let end = Int(UInt32(littleEndian: sets.load(fromByteOffset: Int(set) * 4, as: UInt32.self)))
    guard begin <= end, end * 4 <= header[.setLabels].size else { return [] }
    let list = memory + header[.setLabels].offset
    return (begin..<end).map { UInt32(littleEndian: list.load(fromByteOffset: $0 * 4, as: UInt32.self)) }
  }

  /// Returns the number of labels of a set.
  func labelCount(ofSet set: UInt32) -> Int {
    guard set > 0, Int(set) <= setCount else { return 0 }
    let sets = memory + header[.sets].offset
    let begin = UInt32(littleEndian: sets.load(fromByteOffset: Int(set - 1) * 4, as: UInt32.self))
    let end = UInt32(littleEndian: sets.load(fromByteOffset: Int(set) * 4, as: UInt32.self))
    return end > begin ? Int(end - begin) : 0
  }

  /// Returns the bytes of a label; nil for one that does not exist.
  func label(_ number: UInt32) -> UnsafeRawBufferPointer? {
    guard (Int(number) + 2) * 8 <= header[.labelOffsets].size else { return nil }
    let offsets = memory + header[.labelOffsets].offset
    let begin = UInt64(littleEndian: offsets.load(fromByteOffset: Int(number) * 8, as: UInt64.self))
    let end = UInt64(littleEndian: offsets.load(fromByteOffset: (Int(number) + 1) * 8, as: UInt64.self))
    guard begin <= end, end <= UInt64(header[.labelTexts].size) else { return nil }
    return UnsafeRawBufferPointer(start: memory + header[.labelTexts].offset + Int(begin), count: Int(end - begin))
  }

  /// Returns the texts of a set's labels, at most `labelLimit`.
  func texts(ofSet set: UInt32) -> [String] {
    labels(ofSet: set).prefix(Self.labelLimit).compactMap { label($0).map { String(decoding: $0, as: UTF8.self) } }
  }

  // MARK: All entries

  /// The entries in ascending order, block after block.
  struct Cursor {
    private let view: TableView
    private var offset: Int
    private var block: TableBlock?
    private var entry = 0
    private var last: UInt64 = 0
    private(set) var read: UInt64 = 0
    /// True when the blocks are not those that a builder writes.
    private(set) var isDamaged = false
    /// The present number and value; nil at the end.
    private(set) var current: (number: UInt64, value: UInt32)?

    init(_ view: TableView) {
      self.view = view
      offset = view.header[.blocks].offset
      advance()
    }

    /// Moves to the next entry.
    mutating func advance() {
      if block.map({ entry >= $0.count }) ?? true {
        guard nextBlock() else {
          current = nil
          return
        }
      }
      guard let block else { return }
      let place = view.memory + offset
      let number = block.number(place, entry)
      guard number > last else { return damage() }
      last = number
      read += 1
      current = (number, block.value(place, entry))
      entry += 1
    }

    private mutating func damage() {
      isDamaged = true
      current = nil
      block = nil
      offset = view.blocksEnd
    }

    private mutating func nextBlock() -> Bool {
      if read == view.header.entries { return false }
      if let block { offset += (block.size + 15) & ~15 }
      // A block begins at the next page when it would cross one; such a gap is zero.
      while offset + TableBlock.headSize <= view.blocksEnd {
        if let next = TableBlock(view.memory + offset) {
          guard offset + next.size <= view.blocksEnd else { break }
          (block, entry) = (next, 0)
          return true
        }
        let page = (offset & ~4_095) + 4_096
        guard page > offset else { break }
        offset = page
      }
      damage()
      return false
    }
  }

  /// Returns true when the parts have the checksums of the footer.
  func hasGoodParts() -> Bool {
    TableHeader.Part.allCases.allSatisfy { part in
      let sum = UInt32(
        littleEndian: memory.loadUnaligned(fromByteOffset: size - TableHeader.size + part.rawValue * 4, as: UInt32.self))
      return CRC32C.checksum(UnsafeRawBufferPointer(start: memory + header[part].offset, count: header[part].size)) == sum
    }
  }
}

/// A fault of a table file.
struct TableFault: Error, Hashable, Sendable {
  /// The fault, as part of a sentence.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
