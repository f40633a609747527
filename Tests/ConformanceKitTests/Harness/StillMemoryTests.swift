import Testing
import TransportABI

@testable import ConformanceHarness

@Suite("Memory that must stay as it was")
struct StillMemoryTests {
  @Test("is unchanged until a byte of it changes, and then names the part, the byte and both values")
  func namesTheChange() {
    withBytes([1, 2, 3, 4]) { bytes in
      var still = StillMemory()
      still.add("the first half", bytes, 2)
      still.add("the second half", bytes + 2, 2)
      #expect(still.change == nil)
      #expect(still.count == 4)
      bytes.storeBytes(of: 9, toByteOffset: 3, as: UInt8.self)
      #expect(still.change == "byte 1 of the second half was 4 and is 9")
    }
  }

  @Test("covers a struct as far as its size says, and no further than 64 KiB")
  func sizes() {
    withBytes([8, 0, 0, 0, 5, 5, 5, 5, 7]) { bytes in
      var still = StillMemory()
      still.add(sized: "a table", bytes)
      #expect(still.count == 8)
      bytes.storeBytes(of: 1, toByteOffset: 8, as: UInt8.self)
      #expect(still.change == nil)
      bytes.storeBytes(of: 1, toByteOffset: 4, as: UInt8.self)
      #expect(still.change == "byte 4 of a table was 5 and is 1")
    }
  }

  @Test("covers a string with its NUL, and nothing of an empty one at NULL")
  func strings() {
    withBytes(Array("abc\0".utf8)) { bytes in
      var still = StillMemory()
      still.add(text: "a name", hsw_str(p: UnsafePointer(bytes.assumingMemoryBound(to: CChar.self)), n: 3))
      still.add(text: "nothing", hsw_str())
      #expect(still.count == 4)
      bytes.storeBytes(of: 0x64, toByteOffset: 3, as: UInt8.self)
      #expect(still.change == "byte 3 of a name was 0 and is 100")
    }
  }

  private func withBytes(_ values: [UInt8], _ body: (UnsafeMutableRawPointer) -> Void) {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: values.count, alignment: 16)
    defer { bytes.deallocate() }
    bytes.copyMemory(from: values, byteCount: values.count)
    body(bytes)
  }
}
