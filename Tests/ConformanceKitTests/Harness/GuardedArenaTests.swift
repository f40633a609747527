import Glibc
import Testing

@testable import ConformanceHarness

/// Using an argument one byte too far, or after its time, faults.
struct GuardedArenaTests {
  @Test(arguments: [1, 2, 7, 8, 136, 4095, 4096, 4097, 65537])
  func `a block can be used to its last byte`(_ count: Int) {
    let block = GuardedArena().allocate(count)
    #expect((0..<count).allSatisfy { block.start.load(fromByteOffset: $0, as: UInt8.self) == 0 })
    block.start.storeBytes(of: 7, toByteOffset: count - 1, as: UInt8.self)
    #expect(UInt(bitPattern: block.start + count) % 4096 == 0)
  }

  @Test
  func `the byte after a block is a fault`() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      quietly()
      _ = GuardedArena().allocate(8).start.load(fromByteOffset: 8, as: UInt8.self)
    }
  }

  @Test
  func `a block that was taken back is a fault`() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      quietly()
      let arena = GuardedArena()
      let block = arena.allocate(8)
      arena.release(block)
      _ = block.start.load(as: UInt8.self)
    }
  }

  @Test
  func `no address comes twice`() {
    let arena = GuardedArena()
    var seen: Set<UInt> = []
    for _ in 0..<1000 {
      let block = arena.allocate(16)
      #expect(seen.insert(UInt(bitPattern: block.start)).inserted)
      arena.release(block)
    }
  }

  @Test(arguments: [HostShape.usual, .exact, .future])
  func `a struct is laid out in its shape`(_ shape: HostShape) {
    struct Table {
      var size: UInt32 = 0
      var flags: UInt32 = 5
    }
    let block = GuardedArena().layOut(Table(), shape, room: shape.room)
    #expect(block.start.load(as: UInt32.self) == UInt32(8 + shape.tail))
    #expect(block.start.load(fromByteOffset: 4, as: UInt32.self) == 5)
    #expect(block.count == 8 + shape.tail + shape.room)
    if shape == .future { #expect(block.start.load(fromByteOffset: 8, as: UInt8.self) == 0xE7) }
  }
}

/// Prevents the backtrace and the core file of an expected fault.
func quietly() {
  signal(SIGSEGV, SIG_DFL)
  var limit = rlimit()
  setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
}
