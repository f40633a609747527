import CallControl
import Foundation
import JournalKit
import Testing

@Suite("Names of calls")
struct CallNamesTests {
  @Test("Calls are labelled in the order in which the journal first mentions them, over all its lines")
  func order() {
    let names = CallNames(Stories.twoLines())
    #expect(names.calls == [JournalWriter.call(1), JournalWriter.call(2)])
    #expect(names[JournalWriter.call(2)] == "c2")
  }

  @Test("A call that the journal never mentions is labelled by the start of its UUID")
  func unknown() {
    #expect(CallNames([])[JournalWriter.call(1)] == "00000000")
  }

  @Test(
    "A call is found by its label and by its UUID, in upper or lower case",
    arguments: [("c1", true), ("C1", true), ("00000000-0000-4000-8000-000000000001", true), ("c0", false), ("c3", false), ("", false)])
  func lookup(name: String, isThere: Bool) {
    #expect((CallNames(Stories.twoLines()).call(named: name) != nil) == isThere)
  }
}
