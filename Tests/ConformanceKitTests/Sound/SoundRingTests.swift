import Glibc
import Testing
import TransportABI

@testable import ConformanceHarness

@Suite("The kit's audio ring")
struct SoundRingTests {
  private static func ring(_ change: (inout SoundRing.Shape) -> Void = { _ in }) -> SoundRing {
    var shape = SoundRing.Shape(SoundFormat(rate: 8000))
    change(&shape)
    return SoundRing(shape, GuardedArena())
  }

  /// Prints the child's progress, so that an earlier crash differs from the expected one.
  private static func tell(_ word: String) {
    for byte in word.utf8 { putchar_unlocked(Int32(byte)) }
    fflush(nil)
  }

  private static func told(_ result: ExitTest.Result) -> String { String(decoding: result.standardOutputContent, as: UTF8.self) }

  @Test("gives its frames in order, and counts those that did not fit")
  func order() throws {
    let ring = Self.ring()
    for number in 1...5 { #expect(ring.put([Int16(number)], at: 0) == (number <= 4)) }
    #expect(ring.count == 4 && ring.overruns == 1)
    for number in 1...4 { #expect(try ring.take() == [Int16(number)]) }
    #expect(try ring.take() == nil)
  }

  @Test("gives no flushed frames")
  func flush() throws {
    let ring = Self.ring()
    for number in 1...3 { _ = ring.put([Int16(number)], at: 0) }
    ring.flush()
    _ = ring.put([4], at: 0)
    #expect(try ring.take() == [4])
  }

  @Test("puts no more into a slot than it has room for, and reports a frame that claims more")
  func room() throws {
    let ring = Self.ring { $0.slotBytes = 32 }
    #expect(ring.put([Int16](repeating: 7, count: 160), at: 0))
    #expect(try ring.take() == [Int16](repeating: 7, count: 8))
    _ = ring.put([1], at: 0)
    ring.view.slots?.withMemoryRebound(to: UInt32.self, capacity: 16) { $0[8] = 17 }
    #expect(throws: TestFailure.self) { try ring.take() }
  }

  @Test("faults once it is given back")
  func guarded() async throws {
    let result = await #expect(processExitsWith: .signal(SIGSEGV), observing: [\.standardOutputContent]) {
      quietly()
      let arena = GuardedArena()
      arena.takesBackAtOnce = true
      let ring = SoundRing(SoundRing.Shape(SoundFormat(rate: 8000)), arena)
      guard ring.put([1], at: 0) else { return }
      ring.giveBack()
      Self.tell("given back")
      _ = ring.put([1], at: 0)
    }
    #expect(Self.told(try #require(result)) == "given back")
  }

  @Test("ends where its last slot ends, if it is tight")
  func tight() async throws {
    let result = await #expect(processExitsWith: .signal(SIGSEGV), observing: [\.standardOutputContent]) {
      quietly()
      var shape = SoundRing.Shape(SoundFormat(rate: 8000))
      shape.isTight = true
      let ring = SoundRing(shape, GuardedArena())
      let end = shape.slots * shape.slotBytes
      ring.view.slots?[end - 1] = 1
      Self.tell("the last byte is there")
      ring.view.slots?[end] = 1
    }
    #expect(Self.told(try #require(result)) == "the last byte is there")
  }
}
