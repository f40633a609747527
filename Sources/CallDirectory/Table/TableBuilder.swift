internal import CallControl

/// A builder of a table file from ascending numbers, in one pass; its memory is one block, the index and the labels.
final class TableBuilder {
  private let file: TableFile
  private var header: TableHeader
  private var sums: [UInt32] = []
  private var numbers = [UInt64](repeating: 0, count: TableBlock.limit)
  private var values = [UInt64](repeating: 0, count: TableBlock.limit)
  private var count = 0
  private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: TableBlock.sizeLimit + 16, alignment: 16)
  /// Each block's first number, and its offset divided by 16.
  private var firsts: [UInt64] = []
  private var places: [UInt32] = []

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: the file while it is written; a load that fails removes it.
  ///   - header: the header's id, token, revision, time and origin.
  init(path: String, header: TableHeader) throws(DirectoryError) {
    file = try TableFile(creating: path)
    self.header = header
    try file.fill(TableHeader.size)
    self.header[.blocks].offset = try file.beginPart()
  }

  deinit { scratch.deallocate() }

  /// The entries so far.
  var entries: UInt64 { header.entries }

  /// Adds an entry; the number is above all numbers before.
  @inline(__always)
  func add(_ number: UInt64, _ value: UInt32) throws(DirectoryError) {
    numbers[count] = number
    values[count] = UInt64(value)
    count += 1
    if count == TableBlock.limit { try writeBlock() }
  }

  private func writeBlock() throws(DirectoryError) {
    guard count > 0, let base = scratch.baseAddress else { return }
    let (smallest, largest) = values[..<count].reduce((UInt64.max, UInt64(0))) { (min($0.0, $1), max($0.1, $1)) }
    let block = TableBlock(
      count: count, numberWidth: TableBits.width(of: numbers[count - 1] - numbers[0]), valueWidth: TableBits.width(of: largest - smallest),
      smallest: UInt32(smallest), first: numbers[0])
    block.write(to: base)
    numbers.withUnsafeBufferPointer {
      TableBits.pack(
        UnsafeBufferPointer(rebasing: $0[..<count]), minus: block.first, width: block.numberWidth, to: base + TableBlock.headSize)
    }
    values.withUnsafeBufferPointer {
      TableBits.pack(UnsafeBufferPointer(rebasing: $0[..<count]), minus: smallest, width: block.valueWidth, to: base + block.valuePlace)
    }
    let size = (block.size + 15) & ~15
    (base + block.size).initializeMemory(as: UInt8.self, repeating: 0, count: size - block.size)
    // A look-up reads one page.
    if file.offset % 4_096 + size > 4_096 { try file.fill(4_096 - file.offset % 4_096) }
    guard let place = UInt32(exactly: file.offset / 16) else {
      throw DirectoryError(.maximumEntriesExceeded, "the table would be larger than 64 GiB")
    }
    firsts.append(block.first)
    places.append(place)
    try file.write(UnsafeRawBufferPointer(start: base, count: size))
    header.entries += UInt64(count)
    header.largest = numbers[count - 1]
    count = 0
  }

  /// Writes the rest, and gives the file its name once the disk has all of it.
  ///
  /// - Parameters:
  ///   - name: the file's final path.
  ///   - labels: the labels.
  ///   - sets: the sets of labels to which the values refer.
  ///   - blocking: the blocked numbers.
  ///   - identification: the pairs of number and label.
  func finish(as name: String, labels: LabelDictionary, sets: LabelSets, blocking: Int, identification: Int) throws(DirectoryError) {
    try writeBlock()
    header.blocks = UInt64(firsts.count)
    (header.blocking, header.identification) = (UInt64(blocking), UInt64(identification))
    try end(.blocks)
    let order = Self.eytzinger(firsts.count)
    try part(.places) { file throws(DirectoryError) in for block in order { try file.write(self.places[Int(block)]) } }
    try part(.index) { file throws(DirectoryError) in for block in order { try file.write(self.firsts[Int(block)]) } }
    try part(.sets) { file throws(DirectoryError) in
      try file.write(UInt32(0))
      for end in sets.ends { try file.write(end) }
    }
    try part(.setLabels) { file throws(DirectoryError) in for label in sets.labels { try file.write(label) } }
    try part(.labelOffsets) { file throws(DirectoryError) in for offset in labels.offsets { try file.write(UInt64(offset)) } }
    try part(.labelTexts) { file throws(DirectoryError) in
      var place = 0
      while place < labels.texts.count {
        let end = min(place + 65_536, labels.texts.count)
        let bytes = Array(labels.texts[place..<end])
        try bytes.withRawBytes { (bytes) throws(DirectoryError) in try file.write(bytes) }
        place = end
      }
    }
    try file.fill((16 - file.offset % 16) % 16)
    header.fileSize = UInt64(file.offset + TableHeader.size)
    let head = header.bytes
    let own = head[TableHeader.checksumPlace...].enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << UInt32($1.offset * 8) }
    for sum in sums + [own] { try file.write(sum) }
    try file.fill(TableHeader.size - 4 * (sums.count + 1) - TableHeader.magic.count)
    try TableHeader.magic.withRawBytes { (bytes) throws(DirectoryError) in try file.write(bytes) }
    try file.finish(header: head, as: name)
  }

  private func part(_ part: TableHeader.Part, _ body: (TableFile) throws(DirectoryError) -> Void) throws(DirectoryError) {
    header[part].offset = try file.beginPart()
    try body(file)
    try end(part)
  }

  private func end(_ part: TableHeader.Part) throws(DirectoryError) {
    sums.append(try file.endPart())
    header[part].size = file.offset - header[part].offset
  }

  /// Returns the sorted places 0 to `count` - 1 in the order of an Eytzinger tree: node n has the children 2n and 2n + 1.
  static func eytzinger(_ count: Int) -> [UInt32] {
    var order = [UInt32](repeating: 0, count: count)
    var next: UInt32 = 0
    var path: [Int] = []
    var node = 1
    while node <= count || !path.isEmpty {
      while node <= count {
        path.append(node)
        node *= 2
      }
      guard let parent = path.popLast() else { break }
      order[parent - 1] = next
      next += 1
      node = parent * 2 + 1
    }
    return order
  }
}
