import CallControl
import Foundation
import Testing

@testable import CallStore

@Suite("Spool")
struct SpoolTests {
  private static func random(_ generator: inout SystemRandomNumberGenerator) -> SpoolRecord {
    func text(_ limit: Int = 200) -> String? {
      Bool.random(using: &generator)
        ? nil : String((0..<Int.random(in: 0...limit, using: &generator)).map { _ in "aß€😀\n".randomElement(using: &generator)! })
    }
    func number() -> Int64? { Bool.random(using: &generator) ? nil : Int64.random(in: -9...Int64.max, using: &generator) }
    var record = SpoolRecord.of(CallNote.Step.allCases.randomElement(using: &generator)!)
    (record.isKept, record.isEmergency, record.hasVideo) = (Bool.random(), Bool.random(), Bool.random())
    record.madeRoomFor = Bool.random() ? nil : CallID()
    (record.started, record.connecting, record.connected, record.ended) = (number(), number(), number(), number())
    (record.duration, record.contact, record.group, record.transportCode) = (number(), number(), number(), number())
    (record.handle, record.name, record.label, record.transportMessage) = (text(), text(), text(), text())
    (record.decidedBy, record.cause, record.refusal, record.transportDomain) = (text(), text(), text(), text())
    (record.line, record.actor) = (text() ?? "", text())
    return record
  }

  @Test("A record is read as it was written")
  func roundTrip() {
    var generator = SystemRandomNumberGenerator()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: SpoolRecord.sizeLimit, alignment: 8)
    defer { memory.deallocate() }
    for _ in 0..<500 {
      let record = Self.random(&generator)
      let count = record.write(to: memory)
      #expect(SpoolRecord(UnsafeRawBufferPointer(start: memory, count: count)) == record)
      for cut in [0, count / 2, count - 1] { #expect(SpoolRecord(UnsafeRawBufferPointer(start: memory, count: cut)) == nil) }
    }
  }

  @Test("A text beyond the limit is cut between characters")
  func longText() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: SpoolRecord.sizeLimit, alignment: 8)
    defer { memory.deallocate() }
    var record = SpoolRecord.of(.ended)
    record.name = String(repeating: "€", count: 3_000)
    let read = try #require(SpoolRecord(UnsafeRawBufferPointer(start: memory, count: record.write(to: memory))))
    #expect(read.name == String(repeating: "€", count: 1_365))
  }

  @Test("CRC-32C gives the values of RFC 3720, appendix B.4")
  func checksum() {
    #expect([UInt8](repeating: 0, count: 32).withUnsafeBytes { CRC32C.checksum($0) } == 0x8A91_36AA)
    #expect([UInt8](repeating: 0xFF, count: 32).withUnsafeBytes { CRC32C.checksum($0) } == 0x62A8_AB43)
    #expect([UInt8](0..<32).withUnsafeBytes { CRC32C.checksum($0) } == 0x46DD_794E)
    #expect(Array("123456789".utf8).withUnsafeBytes { CRC32C.checksum($0) } == 0xE306_9283)
  }

  @Test("A later spool reads what an earlier one wrote, from the position on that the database has")
  func later() throws {
    let folder = try TestFolder()
    let path = folder.path + "/spool"
    let records = (0..<10).map { SpoolRecord.of(.ended, at: Int64($0)) }
    var half: SpoolPosition?
    do {
      let spool = try Spool(path: path, after: nil)
      for record in records { #expect(spool.note(record).waiting > 0) }
      half = spool.next(limit: 5).end
    }
    let spool = try Spool(path: path, after: half)
    #expect(spool.next(limit: 100).records == Array(records[5...]))
    #expect(spool.lastTime == 9)
    #expect(try Spool(path: path, after: nil).next(limit: 100).records == records)
  }

  @Test("A damaged record ends the spool, and records before it are read")
  func damage() throws {
    let folder = try TestFolder()
    let path = folder.path + "/spool"
    do {
      let spool = try Spool(path: path, after: nil)
      for index in 0..<3 { _ = spool.note(SpoolRecord.of(.ended, at: Int64(index))) }
    }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let first = Int(bytes[4_096]) + Int(bytes[4_097]) << 8
    bytes[4_096 + 8 + SpoolFile.aligned(first) + 20] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(try Spool(path: path, after: nil).next(limit: 100).records.map(\.time) == [0])
  }

  @Test("A spool whose records the database has begins anew, and old records do not come back")
  func reuse() throws {
    let folder = try TestFolder()
    let path = folder.path + "/spool"
    let spool = try Spool(path: path, after: nil, limit: 1 << 20)
    var seen = 0
    var end: SpoolPosition?
    for index in 0..<20_000 {
      #expect(spool.note(SpoolRecord.of(.ended, at: Int64(index))).waiting > 0)
      guard index % 100 == 99 else { continue }
      let batch = spool.next(limit: 1_000)
      seen += batch.records.count
      end = batch.end
      spool.release(batch)
    }
    #expect(seen == 20_000)
    #expect(try Spool(path: path, after: end, limit: 1 << 20).next(limit: 10).count == 0)
  }

  @Test("A full spool drops further records and counts them, until the database has some")
  func full() throws {
    let folder = try TestFolder()
    let spool = try Spool(path: folder.path + "/spool", after: nil, limit: 256 << 10)
    var kept = 0
    while spool.note(SpoolRecord.of(.ended)).waiting > 0 { kept += 1 }
    #expect(spool.standing == Spool.Standing(waiting: kept, dropped: 1, isFull: true))
    let batch = spool.next(limit: .max)
    #expect(batch.count == kept)
    spool.release(batch)
    #expect(spool.note(SpoolRecord.of(.ended)).waiting == 1)
    #expect(!spool.standing.isFull)
  }

  @Test("A file with any content is taken as far as its records are whole, and the spool goes on after it")
  func content() throws {
    let folder = try TestFolder()
    let path = folder.path + "/spool"
    let record = StoreFormats.sampleRecord
    let framed = [UInt8(record.count & 0xFF), UInt8(record.count >> 8)] + record
    var generator = SystemRandomNumberGenerator()
    for round in 0..<300 {
      var bytes: [UInt8] = [UInt8(round % 4), round % 3 == 0 ? 255 : UInt8.random(in: 0...254, using: &generator)]
      for _ in 0..<Int.random(in: 0...20, using: &generator) {
        var next = framed
        if Bool.random(using: &generator) {
          next[Int.random(in: 0..<next.count, using: &generator)] = .random(in: 0...255, using: &generator)
        }
        bytes += next
      }
      #expect(StoreFormats.spoolSurvives(bytes, at: path), "\(bytes)")
    }
    #expect(StoreFormats.spoolSurvives([], at: path) && StoreFormats.spoolSurvives([0], at: path))
  }
}
