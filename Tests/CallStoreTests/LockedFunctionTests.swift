import Locking
import Testing

/// Functions that are read very often, such as the receivers of a store's news.
@Suite("LockedFunction")
struct LockedFunctionTests {
  @Test func `a function that was read a million times runs at once`() {
    let count = Locked(0)
    let function = LockedFunction<@Sendable (Int) -> Void>({ step in count.withLock { $0 += step } })
    // A function that grows with each read would overflow the stack here.
    for _ in 0..<1_000_000 { _ = function.value }
    function.value?(2)
    function.set(nil)
    function.value?(3)
    #expect(function.value.map { _ in true } == nil)
    function.set({ step in count.withLock { $0 += 10 * step } })
    function.value?(4)
    #expect(count.withLock { $0 } == 42)
  }
}
