internal import CallControl

/// Look-ups in bytes that may be anything, for the fuzzer and the tests.
package enum TableProbe {
  /// Opens bytes as a table and asks it for all kinds of numbers, with the checksums of the header made right.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of a file.
  ///   - found: takes the labels of each number that has an entry.
  package static func probe(_ bytes: [UInt8], found: ([String]) -> Void = { _ in }) {
    guard bytes.count >= TableHeader.size * 2 else { return }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 4_096)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    mend(copy)
    guard let view = try? TableView(checking: UnsafeRawBufferPointer(copy)) else { return }
    var numbers: [UInt64] = [0, 1, .max, UInt64(Int64.max), view.header.largest]
    var cursor = TableView.Cursor(view)
    var step = 0
    while let entry = cursor.current, step < 10_000 {
      if step % 37 == 0 { numbers += [entry.number, entry.number &+ 1] }
      cursor.advance()
      step += 1
    }
    for number in numbers {
      guard let value = view.value(of: number) else { continue }
      found(view.texts(ofSet: value >> 1))
    }
    _ = view.hasGoodParts()
  }

  /// Gives bytes the magic numbers, the size and the checksums without which nothing behind them is read.
  private static func mend(_ bytes: UnsafeMutableRawBufferPointer) {
    let footer = bytes.count - TableHeader.size
    for (place, byte) in TableHeader.magic.enumerated() {
      bytes[place] = byte
      bytes[bytes.count - 8 + place] = byte
    }
    bytes.storeBytes(of: TableHeader.version.littleEndian, toByteOffset: 8, as: UInt32.self)
    bytes.storeBytes(of: TableHeader.byteOrder.littleEndian, toByteOffset: 12, as: UInt32.self)
    bytes.storeBytes(of: UInt64(bytes.count).littleEndian, toByteOffset: 16 + 8 * 8, as: UInt64.self)
    let sum = CRC32C.checksum(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<TableHeader.checksumPlace])).littleEndian
    bytes.storeBytes(of: sum, toByteOffset: TableHeader.checksumPlace, as: UInt32.self)
    bytes.storeBytes(of: sum, toByteOffset: footer + TableHeader.Part.allCases.count * 4, as: UInt32.self)
  }
}
