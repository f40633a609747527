import Digests
import Foundation
import Testing

@testable import TransportLoader

/// Shared objects, judged by their bytes.
@Suite struct ElfTests {
  static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

  @Test func aGoodFileTellsItsNoteItsNeedsAndItsEntry() throws {
    let workshop = try Workshop()
    let elf = try ElfFile(Self.bytes(workshop.compile(flags: ["-Wl,--build-id=0x1234abcd"])))
    #expect(elf.notes == [ElfNote(abiMajor: 1, abiMinor: 1, flags: 0, id: "org.example.fixture", version: "1.2.0")])
    #expect(elf.buildID == "1234abcd")
    #expect(elf.needed.contains("libc.so.6"))
    #expect(elf.exports.contains("hookswitch_transport_query"))
    #expect(!elf.isSwift)
  }

  /// The output of gcc with `-fcf-protection`, the default of some distributions.
  @Test func notesAlignedToEightBytesAreRead() throws {
    let workshop = try Workshop()
    let elf = try ElfFile(Self.bytes(workshop.compile(flags: ["-fcf-protection=full", "-nostdlib", "-Wl,--build-id=0x1234abcd"])))
    #expect(elf.notes.map(\.id) == ["org.example.fixture"])
    #expect(elf.buildID == "1234abcd")
  }

  @Test func withoutSectionHeadersTheEntryIsStillFound() throws {
    let workshop = try Workshop()
    var bytes = try Self.bytes(workshop.compile())
    bytes.replaceSubrange(40..<48, with: [UInt8](repeating: 0, count: 8))
    bytes.replaceSubrange(60..<64, with: [UInt8](repeating: 0, count: 4))
    #expect(try ElfFile(bytes).exports.contains("hookswitch_transport_query"))
  }

  @Test(arguments: [
    (18, [UInt8(0xB7), 0], "e_machine"), (4, [1], "EI_CLASS"), (5, [2], "EI_DATA"), (16, [2, 0], "e_type"), (0, [0], "e_ident"),
    (54, [0, 0], "e_phentsize"), (56, [0, 0], "e_phnum"), (32, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "program headers"),
    (40, [0xFF, 0xFF, 0xFF, 0x7F], "section headers"),
  ])
  func aWrongHeaderIsRefusedByTheNameOfItsField(offset: Int, patch: [UInt8], field: String) throws {
    let workshop = try Workshop()
    var bytes = try Self.bytes(workshop.compile())
    bytes.replaceSubrange(offset..<offset + patch.count, with: patch)
    let error = #expect(throws: ElfError.self) { try ElfFile(bytes) }
    #expect(error?.field == field)
  }

  @Test(arguments: [(["-Wl,-z,execstack"], "PT_GNU_STACK"), (["-Wl,-z,notext", "-mcmodel=large", "-fno-pic"], "DT_TEXTREL")])
  func whatWeakensTheProcessIsRefused(flags: [String], field: String) throws {
    let workshop = try Workshop()
    let error = #expect(throws: ElfError.self) { try ElfFile(Self.bytes(workshop.compile(flags: flags))) }
    #expect(error?.field == field)
  }

  @Test func anEmptyAndAForeignFileAreRefused() {
    #expect(throws: ElfError.self) { try ElfFile([]) }
    #expect(throws: ElfError.self) { try ElfFile(Array("#!/bin/sh\n".utf8) + [UInt8](repeating: 0, count: 100)) }
  }

  @Test func noTruncationAndNoCorruptionEverCrashes() throws {
    let workshop = try Workshop()
    let good = try Self.bytes(workshop.compile())
    var random = SeededGenerator(seed: 7)
    var refused = 0
    for length in stride(from: 0, to: good.count, by: max(1, good.count / 500)) {
      #expect(throws: ElfError.self) { try ElfFile(Array(good.prefix(length))) }
      refused += 1
    }
    for round in 0..<1000 {
      var bytes = good
      // Half of them in the headers and tables, where a wrong number matters.
      for _ in 0..<8 {
        let place = Int.random(in: 0..<(round.isMultiple(of: 2) ? min(1024, good.count) : good.count), using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      if (try? ElfFile(bytes)) == nil { refused += 1 }
    }
    #expect(refused > 700)
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    (String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
  ])
  func sha256IsThatOfTheStandard(text: String, digest: String) {
    #expect(SHA256.hexadecimal(of: Array(text.utf8)) == digest)
  }
}
