import CSIPStack
import Glibc
import Testing

/// Blocks of memory as sofia-sip takes them on a stack's thread.
@Suite("Blocks of memory")
struct MemoryTests {
  /// A block that a test holds, filled with one byte.
  private struct Held: @unchecked Sendable {  // One thread has it at a time.
    let start: UnsafeMutableRawPointer
    let count: Int
    let mark: UInt8

    var isWhole: Bool { UnsafeRawBufferPointer(start: start, count: count).allSatisfy { $0 == mark } }

    init?(_ start: UnsafeMutableRawPointer?, _ count: Int, _ mark: UInt8) {
      guard let start else { return nil }
      (self.start, self.count, self.mark) = (start, count, mark)
      memset(start, Int32(mark), count)
    }
  }

  private static let sizes =
    [1, 8, 15, 16, 17, 24, 48, 128, 255, 256, 257, 320, 321, 512, 513, 1_000, 2_048, 2_049, 4_095, 4_096, 4_097, 70_000]

  @Test("keep what is written to them, of every size and in any order, and lie as malloc's do")
  func whole() throws {
    let stack = try StackUnderTest()
    defer { withExtendedLifetime(stack) {} }
    csip_memory_open()
    defer { csip_memory_close() }
    var held: [Held] = []
    var random = SystemRandomNumberGenerator()
    for round in 0..<60_000 {
      if held.count > 4_000 || (round % 3 == 2 && !held.isEmpty) {
        held.swapAt(Int.random(in: held.indices, using: &random), held.count - 1)
        let block = held.removeLast()
        #expect(block.isWhole)
        csip_free(block.start)
        continue
      }
      let count = Self.sizes.randomElement(using: &random) ?? 1
      let block = try #require(Held(csip_malloc(count), count, UInt8(truncatingIfNeeded: round)))
      #expect(Int(bitPattern: block.start) % 16 == 0)
      held.append(block)
    }
    for block in held {
      #expect(block.isWhole)
      csip_free(block.start)
    }
  }

  @Test("are of zeros where calloc is asked, also where another block was; and none when the count overflows")
  func zeros() throws {
    let stack = try StackUnderTest()
    defer { withExtendedLifetime(stack) {} }
    csip_memory_open()
    defer { csip_memory_close() }
    for count in Self.sizes {
      csip_free(try #require(Held(csip_malloc(count), count, 0xFF)).start)
      let start = try #require(csip_calloc(1, count))
      let isZero = UnsafeRawBufferPointer(start: start, count: count).allSatisfy { $0 == 0 }
      #expect(isZero)
      csip_free(start)
    }
    // Not a constant: the compiler refuses what it can see to be too much.
    let half = Self.sizes.count > 1 ? Int.max : 1
    #expect(csip_calloc(half, 4) == nil)
  }

  @Test("keep their beginning when they grow and shrink, from every size to every other")
  func resized() throws {
    let stack = try StackUnderTest()
    defer { withExtendedLifetime(stack) {} }
    csip_memory_open()
    defer { csip_memory_close() }
    for first in Self.sizes {
      for second in Self.sizes {
        let block = try #require(Held(csip_malloc(first), first, 7))
        let other = try #require(csip_realloc(block.start, second))
        let isKept = UnsafeRawBufferPointer(start: other, count: min(first, second)).allSatisfy { $0 == 7 }
        #expect(isKept)
        csip_free(other)
      }
    }
  }

  @Test("may be given back on a thread that did not take them, and are then of use to the one that did")
  func elsewhere() async throws {
    let stack = try StackUnderTest()
    defer { withExtendedLifetime(stack) {} }
    let before = Self.resident
    for round in 0..<40 {
      let held = Self.onThread { (0..<2_000).compactMap { Held(csip_malloc(1_024), 1_024, UInt8(truncatingIfNeeded: $0 &+ round)) } }
      #expect(held.count == 2_000)
      let areWhole = held.allSatisfy { $0.isWhole }
      #expect(areWhole)
      for block in held { csip_free(block.start) }
    }
    // Forty times two megabytes, were they lost.
    #expect(Self.resident - before < 40 << 20)
  }

  /// Carries out a task on a thread that has runs of its own.
  private static func onThread(_ body: @escaping () -> [Held]) -> [Held] {
    final class Task {
      let body: () -> [Held]
      var result: [Held] = []
      init(_ body: @escaping () -> [Held]) { self.body = body }
    }
    let task = Task(body)
    var thread = pthread_t()
    let context = Unmanaged.passUnretained(task).toOpaque()
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let task = Unmanaged<Task>.fromOpaque(context).takeUnretainedValue()
        csip_memory_open()
        task.result = task.body()
        csip_memory_close()
        return nil
      }, context)
    guard status == 0 else { return [] }
    pthread_join(thread, nil)
    return task.result
  }

  /// The resident memory of this process, in bytes.
  private static var resident: Int {
    guard let file = fopen("/proc/self/statm", "re") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return 0 }
    let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
  }
}
