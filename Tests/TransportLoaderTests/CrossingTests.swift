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
}
