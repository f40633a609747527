import CConformance
import Testing

@Suite("Stubs of functions")
struct StubTests {
  @Test("scrub the stack of the thread that asks, and pass every argument and the result on", arguments: [0, 1])
  func passEverythingOn(_ scrubs: Int32) {
    typealias Sum = @convention(c) (Int64, Double, Int64, Double, Int64, Int64, Int64, Int64, Int64) -> Double
    let sum: Sum = { a, b, c, d, e, f, g, h, i in
      let whole = a + 10 * c + 100 * e + 1000 * f + 10_000 * g + 100_000 * h
      return Double(whole + 1_000_000 * i) + b * d
    }
    // The function's type stays that of `Sum`: the stub only runs before it.
    var function: UnsafeMutableRawPointer? = unsafeBitCast(sum, to: UnsafeMutableRawPointer.self)
    hookswitch_scrub_before(&function, 1)
    hookswitch_scrub_this_thread(scrubs)
    defer { hookswitch_scrub_this_thread(0) }
    let stub = unsafeBitCast(function, to: Sum.self)
    #expect(stub(1, 0.5, 2, 0.5, 3, 4, 5, 6, 7) == 7_654_321.25)
  }

  @Test("leave NULL as it is")
  func null() {
    var function: UnsafeMutableRawPointer?
    hookswitch_scrub_before(&function, 1)
    #expect(function == nil)
  }
}
