import Testing

@testable import ConformanceHarness

@Suite("The last-call page")
struct LastCallPageTests {
  @Test("names the innermost function that has not returned")
  func innermost() throws {
    let page = try #require(LastCallPage())
    #expect(page.last == nil)
    page.during("calls.start", thread: .loop, call: 1) {
      page.during("calls.get_extension", thread: .any, call: 3) {
        #expect(page.last?.text == "in calls.get_extension (any), 3rd call")
      }
      #expect(page.last?.text == "in calls.start (loop), 1st call")
    }
  }

  @Test("names the last function that returned when none is running")
  func returned() throws {
    let page = try #require(LastCallPage())
    page.during("calls.start", thread: .loop, call: 1) {}
    page.during("calls.end", thread: .loop, call: 12) {}
    #expect(page.last?.text == "after calls.end (loop), 12th call")
  }

  @Test("drops a note instead of waiting when every slot is taken")
  func full() throws {
    let page = try #require(LastCallPage())
    let slots = (1...40).map { page.note("calls.answer", thread: .any, call: $0) }
    #expect(page.last?.ordinal == 31)
    slots.forEach(page.clear)
    page.during("calls.end", thread: .loop, call: 1) { #expect(page.last?.function == "calls.end") }
  }
}
