import Foundation
import Testing

@testable import CallDirectory

@Suite("CallDirectory: records")
struct RecordTests {
  private let rig: TableRig

  init() throws { rig = try TableRig() }

  private func full(_ lines: String..., end: String? = "complete") -> String { TableRig.stream("full", lines, end: end) }

  @Test("A full stream in portions of any size gives the same table, with its token", arguments: [1, 2, 13, 4_096])
  func portions(portion: Int) throws {
    let text = full("block 15550100", "identify 15550100 Pizza place", "identify 15550100 Ann", "block 15550101", end: "complete t 1")
    let table = try rig.load(text.replacingOccurrences(of: "complete\tt\t1", with: "complete\tt-1"), portion: portion).table
    #expect(table.token == "t-1" && table.entries == 2 && table.blocking == 2 && table.identification == 2)
    #expect(table.entry(of: 15_550_100) == .init(isBlocked: true, labels: ["Pizza place", "Ann"]))
    #expect(table.entry(of: 15_550_101) == .init(isBlocked: true))
    #expect(table.entry(of: 15_550_102) == nil && table.entry(of: 0) == nil && table.entry(of: .max) == nil)
  }

  @Test("An error has its entry, its line and its value; nothing is written")
  func places() throws {
    let error = try #require(rig.error(full("block 5", "identify 7 A", "block 4")))
    #expect(error.code == .entriesOutOfOrder && error.code.number == 3)
    #expect(error.entry == 3 && error.line == 4 && error.value == "4")
    #expect(rig.files.isEmpty)
  }

  @Test(
    "Each wrong record has its code and its place",
    arguments: [
      ("block\t5\nblock\t5", .duplicateEntries, 2, "5"),
      ("identify\t5\tA\nidentify\t5\tB\nidentify\t5\tA", .duplicateEntries, 3, "5"),
      ("identify\t5\tA\nidentify\t4\tA", .entriesOutOfOrder, 2, "4"),
      ("block\t0", .invalidNumber, 1, "0"), ("block\t+5", .invalidNumber, 1, "+5"), ("block\t", .invalidNumber, 1, ""),
      ("block\t9223372036854775807", .invalidNumber, 1, "9223372036854775807"),
      ("block\t99999999999999999999999", .invalidNumber, 1, "99999999999999999999999"), ("block\t5 ", .invalidNumber, 1, "5 "),
      ("identify\t5\t", .invalidLabel, 1, ""), ("identify\t5", .invalidLabel, 1, ""), ("identify\t5\tA\tB", .invalidLabel, 1, "A B"),
      ("identify\t5\t\u{85}", .invalidLabel, 1, " "), ("unblock\t5", .unexpectedIncrementalRemoval, 1, "5"),
      ("unidentify\t*", .unexpectedIncrementalRemoval, 1, "*"), ("block\t5\tA", .unknown, 1, "block 5 A"),
    ] as [(String, DirectoryError.Code, Int, String)])
  func wrongRecords(lines: String, code: DirectoryError.Code, entry: Int, value: String) throws {
    let error = try #require(rig.error("hookswitch-directory 1 full\n\(lines)\ncomplete\n"))
    #expect(error.code == code && error.entry == entry && error.line == entry + 1 && error.value == value, "\(error)")
  }

  @Test(
    "A line that is no record is unknown, with its line",
    arguments: [
      ("hello", 2), ("", 2), ("Block\t5", 2), ("block 5", 2), ("cancel\tx\ty", 2), ("complete\t1\t2", 2), ("complete\nblock\t5", 3),
    ])
  func unknownLines(line: String, number: Int) throws {
    let error = try #require(rig.error("hookswitch-directory 1 full\n\(line)\n"))
    #expect(error.code == .unknown && error.line == number)
  }

  @Test(
    "The first line names version 1 and the kind", arguments: ["", "hookswitch-directory 2 full", "block\t5", "hookswitch-directory 1 all"])
  func firstLine(line: String) throws {
    let error = try #require(rig.error(line + "\n"))
    #expect(error.code == .unknown && error.line == 1 && error.entry == nil)
  }

  @Test("A label of 256 bytes is taken, one of 257 or of 10 kB is invalidLabel, and a line beyond 1,024 bytes is unknown")
  func longLines() throws {
    #expect(rig.error(full("identify 5 " + String(repeating: "x", count: 256))) == nil)
    for size in [257, 10_240] {
      let error = try #require(rig.error(full("block 1", "identify 5 " + String(repeating: "x", count: size))))
      #expect(error.code == .invalidLabel && error.entry == 2 && error.line == 3)
    }
    let error = try #require(rig.error(full("block 1", "block " + String(repeating: "1", count: 1_100))))
    #expect(error.code == .unknown && error.entry == 2 && error.line == 3)
    // Without an end of the line it stops too.
    #expect(rig.error("hookswitch-directory 1 full\n" + String(repeating: "y", count: 100_000))?.code == .unknown)
  }

  @Test("A label that is not UTF-8 is invalidLabel")
  func noUTF8() throws {
    let stage = LoadStage(path: rig.folder + "/stage", limits: LoadLimits(), takesIncremental: false)
    var (reader, sink) = (RecordReader(), stage)
    let bytes = Array("hookswitch-directory 1 full\nidentify\t5\t".utf8) + [0xFF, 0x0A]
    var error: DirectoryError?
    do throws(DirectoryError) {
      try bytes.withRawBytes { (bytes) throws(DirectoryError) in try reader.read(bytes, into: &sink) }
    } catch let thrown { error = thrown }
    #expect(error?.code == .invalidLabel && error?.entry == 1)
  }

  @Test("maximumEntriesExceeded comes at the first entry too many")
  func tooMany() throws {
    var limits = LoadLimits()
    limits.maximumEntries = 3
    #expect(rig.error(full("block 1", "block 2", "identify 1 A"), limits: limits) == nil)
    let error = try #require(rig.error(full("block 1", "block 2", "identify 1 A", "identify 2 B", "identify 3 C"), limits: limits))
    #expect(error.code == .maximumEntriesExceeded && error.entry == 4 && error.value == "2")
  }

  @Test("sort takes records in any order, and drops what comes twice; runs are merged")
  func sorted() throws {
    var limits = LoadLimits()
    (limits.sorts, limits.run) = (true, 64)
    var numbers = TestNumbers(state: 5)
    let all = (0..<1_000).map { _ in UInt64.random(in: 1...2_000, using: &numbers) }
    let lines = all.flatMap { ["block \($0)", "identify \($0) L\($0 % 7)"] }
    let (table, counts) = try rig.load(TableRig.stream("full", lines), limits: limits, portion: 1_000)
    let different = Set(all)
    #expect(table.entries == different.count && table.blocking == different.count && table.identification == different.count)
    #expect(counts.dropped == 2 * (all.count - different.count))
    #expect(different.allSatisfy { table.entry(of: $0) == .init(isBlocked: true, labels: ["L\($0 % 7)"]) })
  }

  @Test("Many labels of one number are no quadratic work, and a duplicate among them is found")
  func manyLabels() throws {
    let lines = (0..<20_000).map { "identify 5 label \($0)" }
    let table = try rig.load(TableRig.stream("full", lines), portion: 65_536).table
    #expect(table.identification == 20_000 && table.entry(of: 5)?.labels.count == TableView.labelLimit)
    #expect(rig.error(TableRig.stream("full", lines + ["identify 5 label 17000"]))?.code == .duplicateEntries)
  }
}

@Suite("CallDirectory: files of numbers")
struct FileReaderTests {
  private let rig: TableRig

  init() throws { rig = try TableRig() }

  @Test("CSV has quotes, commas and line ends in fields (RFC 4180), and a label of a blocked number")
  func csv() throws {
    let text =
      "number,action,label\r\n15550100,block,\r\n+15550101,identify,\"Ann, \"\"the\"\" baker\"\r\n\r\n15550102,block,Scam\n15550103,block"
    let table = try rig.load(file: text, .csv).table
    #expect(table.entry(of: 15_550_100) == .init(isBlocked: true))
    #expect(table.entry(of: 15_550_101) == .init(isBlocked: false, labels: ["Ann, \"the\" baker"]))
    #expect(table.entry(of: 15_550_102) == .init(isBlocked: true, labels: ["Scam"]))
    #expect(table.blocking == 3 && table.identification == 2)
  }

  @Test(
    "A wrong CSV record has its code, its entry and its line",
    arguments: [
      ("number,action,label\n5,block,\n\"5\",block,", .duplicateEntries, 2, 3),
      ("number,action,label\n5,block,\n4,block,", .entriesOutOfOrder, 2, 3),
      ("number,action,label\n5,blok,", .unknown, 1, 2), ("number,action,label\n5x,block,", .invalidNumber, 1, 2),
      ("number,action,label\n5,identify,", .invalidLabel, 1, 2), ("number,action,label\n5,identify,\"a\nb\"\n", .invalidLabel, 1, 2),
      ("number,action,label\n5,block,a,b\n", .unknown, 1, 2), ("number,action,label\n5,block,a\"b\n", .unknown, 1, 2),
      ("number,action,label\n1,identify,\"a\"\n2,identify,\"b\nc", .unknown, 2, 3),
      ("number,action,label\n5,identify,\(String(repeating: "x", count: 257))\n", .invalidLabel, 1, 2),
      ("number,action,label\n5,identify,\(String(repeating: "x", count: 10_240))\n", .invalidLabel, 1, 2),
    ] as [(String, DirectoryError.Code, Int, Int)])
  func wrongCSV(text: String, code: DirectoryError.Code, entry: Int, line: Int) throws {
    let error = try #require(rig.error(file: text, .csv))
    #expect(error.code == code && error.entry == entry && error.line == line, "\(error)")
  }

  @Test("CSV needs its header", arguments: ["", "5,block,\n", "action,number,label\n"])
  func csvHeader(text: String) throws {
    let error = try #require(rig.error(file: text, .csv))
    #expect(error.code == .unknown && error.line == 1 && error.entry == nil)
  }

  @Test("A text file has one number a line, comments and empty lines; its lines and entries are counted apart")
  func text() throws {
    let table = try rig.load(file: "# blocked\n\n 15550100 # Ann\r\n+15550101\n15550102", .text).table
    #expect(table.blocking == 3 && table.identification == 0 && table.entry(of: 15_550_101)?.isBlocked == true)
    let error = try #require(rig.error(file: "# x\n1\n\nfive\n", .text))
    #expect(error.code == .invalidNumber && error.entry == 2 && error.line == 4 && error.value == "five")
  }

  @Test("A region's national numbers become E.164")
  func national() throws {
    let region: @Sendable (String) -> String? = { $0.hasPrefix("0") ? "+49" + $0.dropFirst().filter(\.isNumber) : nil }
    let table = try rig.load(file: "030 1234\n030 1235\n", .text, normalize: region).table
    #expect(table.entry(of: 49_301_234)?.isBlocked == true && table.blocking == 2)
    #expect(rig.error(file: "1234\n", .text, normalize: region)?.code == .invalidNumber)
  }
}
