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
    let memory = UnsafeMutableRawPointer.allocate(byteCount: SpoolRecord.sizeLimit, alignment: 8)
    defer { memory.deallocate() }
    let count = record.write(to: memory)
    return SpoolRecord(UnsafeRawBufferPointer(start: memory, count: count)) == record
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
