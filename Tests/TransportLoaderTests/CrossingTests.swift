import Foundation
import Testing
import TransportABI

@testable import TransportLoader

/// Values of a plugin, as the host reads them.
@Suite struct CrossingTests {
  @Test(
    "HSW_MUST: a flag that the host must know and does not is E_NOTSUP; a presentation that there is none of is E_RANGE",
    arguments: [(0, 0, nil), (0xFFFF, 3, nil), (0x10000, 0, HSW_E_NOTSUP), (0, 4, HSW_E_RANGE)] as [(UInt32, UInt32, hsw_status?)])
  func unknownWordsAreRefused(flags: UInt32, presentation: UInt32, expected: hsw_status?) throws {
    var info = hsw_call_info()
    info.size = UInt32(MemoryLayout<hsw_call_info>.size)
    info.flags = flags
    info.presentation = presentation
    #expect(try #require(TransportCallInfo(&info)).refusal == expected)
  }

  @Test("STRINGS: a length over the limit or with its highest bit set is refused", arguments: [Int.min, -1, Int(HSW_STR_MAX) + 1])
  func impossibleLengthsAreNoStrings(length: Int) {
    let bytes: [CChar] = [0x61, 0]
    bytes.withUnsafeBufferPointer { #expect(BorrowedText.read(hsw_str(p: $0.baseAddress, n: length)) == nil) }
  }

  @Test("SINK: a write beyond the limit is refused")
  func anEndlessWriteIsRefused() {
    let page = TextPage()
    let context = Unmanaged.passUnretained(page).toOpaque()
    withUnsafeBytes(of: UInt64(0)) { bytes in
      #expect(textPageWrite(context, bytes.baseAddress!, 8) == 8)
      #expect(textPageWrite(context, bytes.baseAddress!, Int.max) == -1)
    }
  }

  @Test("CODES: the loader's names are those of the table in docs/abi.md")
  func codesHaveTheNamesOfTheDocumentation() throws {
    let codes: [(String, TransportFault.Code)] = [
      ("failed", .failed), ("invalid", .invalid), ("notSupported", .notSupported), ("wrongState", .wrongState), ("noSuchCall", .noSuchCall),
      ("stale", .stale), ("outOfMemory", .outOfMemory), ("busy", .busy), ("timedOut", .timedOut), ("version", .version),
      ("wrongThread", .wrongThread), ("outOfRange", .outOfRange), ("cancelled", .cancelled), ("unauthorized", .unauthorized),
      ("network", .network),
    ]
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/abi.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `HSW_E_") }.map { row in
      row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(rows.map { "\($0[1]) \($0[2])" } == codes.map { "\($0.1.rawValue) `\($0.0)`" })
  }
}
