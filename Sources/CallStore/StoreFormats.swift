internal import CallControl
internal import Glibc

/// The store's readers of untrusted bytes, each with the property that its result must have; the fuzzer calls them.
package enum StoreFormats {
  /// Reads vCards, writes what it read, and reads that again.
  ///
  /// - Parameter text: any text.
  /// - Returns: true when the second reading gives the same contacts.
  package static func cardsSurvive(_ text: String) -> Bool {
    guard let (cards, _) = try? VCard.cards(in: text) else { return true }
    return cards.allSatisfy { card in
      guard (try? card.contact.check()) != nil else { return true }
      let written = VCard.text(of: card.contact, keeping: card.text)
      guard let copy = try? VCard.cards(in: written).cards, copy.count == 1 else { return false }
      let lines = written.split(separator: "\r\n", omittingEmptySubsequences: false)
      return copy[0].contact.name == card.contact.name.trimmed && copy[0].contact.handles.count == card.contact.handles.count
        && lines.allSatisfy { $0.utf8.count <= 75 }
    }
  }

  /// Reads a record of the spool, and writes it again.
  ///
  /// - Parameter bytes: any bytes.
  /// - Returns: true when the copy is read as the same record.
  package static func recordSurvives(_ bytes: [UInt8]) -> Bool {
    guard let record = bytes.withUnsafeBytes({ SpoolRecord($0) }) else { return true }
    return survives(record)
  }

  private static func survives(_ record: SpoolRecord) -> Bool {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: SpoolRecord.sizeLimit, alignment: 8)
    defer { memory.deallocate() }
    let count = record.write(to: memory)
    return SpoolRecord(UnsafeRawBufferPointer(start: memory, count: count)) == record
  }

  /// Opens the spool of a dead host with this content, takes all its records, and then keeps and takes one more.
  ///
  /// The first byte is odd for content as it stands in the file; otherwise each record gets its checksum, so that it is read: the content is then
  /// records after their length in two bytes. The second byte is the position up to which the database has the records, in units of eight
  /// bytes; 255 for none.
  ///
  /// - Parameters:
  ///   - bytes: any bytes.
  ///   - path: the path of the file, which the function replaces and removes.
  /// - Returns: true when every record survives, and the spool goes on.
  package static func spoolSurvives(_ bytes: [UInt8], at path: String) -> Bool {
    unlink(path)
    defer { unlink(path) }
    let limit = 1 << 18
    let generation: UInt64 = 7
    do {
      guard let file = try? SpoolFile(path: path, limit: limit) else { return false }
      file.generation = generation
      let isRaw = (bytes.first ?? 0) & 1 == 1
      let content = isRaw ? Array(bytes.dropFirst(2)) : framed(Array(bytes.dropFirst(2)), seed: file.seed)
      let count = min(content.count, limit - SpoolFile.firstRecord)
      content.withUnsafeBytes {
        if count > 0, let start = $0.baseAddress { (file.memory + SpoolFile.firstRecord).copyMemory(from: start, byteCount: count) }
      }
    }
    let place = bytes.count > 1 ? Int(bytes[1]) : 255
    let position = place == 255 ? nil : SpoolPosition(generation: generation, place: SpoolFile.firstRecord + place * 8)
    guard let spool = try? Spool(path: path, after: position, limit: limit) else { return false }
    var waiting = spool.standing.waiting
    while true {
      let batch = spool.next(limit: 5)
      guard batch.count > 0 else { break }
      guard batch.records.allSatisfy(survives) else { return false }
      waiting -= batch.count
      spool.release(batch)
    }
    var record = SpoolRecord()
    record.outcome = CallRecord.Outcome.missed.rawValue
    return waiting == 0 && spool.standing.waiting == 0 && spool.note(record).waiting == 1 && spool.next(limit: 5).records == [record]
  }

  /// Returns records with their lengths and checksums, as the file has them.
  private static func framed(_ bytes: [UInt8], seed: UInt32) -> [UInt8] {
    var rest = bytes[...]
    var content: [UInt8] = []
    while rest.count > 2 {
      let size = min(Int(rest[rest.startIndex]) | Int(rest[rest.startIndex + 1]) << 8, rest.count - 2)
      let record = Array(rest.dropFirst(2).prefix(size))
      rest = rest.dropFirst(2 + size)
      let sum = record.withUnsafeBytes { CRC32C.checksum($0, seed: seed) }
      for number in [UInt32(size), sum] { content += withUnsafeBytes(of: number.littleEndian) { Array($0) } }
      content += record + [UInt8](repeating: 0, count: SpoolFile.aligned(size) - size)
    }
    return content
  }

  /// Reads a time zone's file, and asks it for offsets.
  ///
  /// - Parameter bytes: any bytes.
  /// - Returns: true when all offsets are less than 27 hours, or the bytes are no time zone.
  package static func zoneSurvives(_ bytes: [UInt8]) -> Bool {
    guard let zone = ZoneFile(bytes) else { return true }
    let times: [Int64] = [0, 1_795_348_800, -4_000_000_000, 32_503_680_000]
    return times.allSatisfy { time in
      _ = zone.nextTransition(after: time)
      return abs(zone.offset(at: time)) <= 170 * 3_600
    }
  }

  /// Returns the bytes of a record, for the fuzzer's first inputs.
  package static var sampleRecord: [UInt8] {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: SpoolRecord.sizeLimit, alignment: 8)
    defer { memory.deallocate() }
    var record = SpoolRecord()
    (record.outcome, record.line, record.provider, record.handle) = ("missed", "main", "office", "+12025550100")
    return [UInt8](UnsafeRawBufferPointer(start: memory, count: record.write(to: memory)))
  }
}
