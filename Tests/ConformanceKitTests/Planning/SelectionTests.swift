import Testing

@testable import ConformanceKit
@testable import ConformanceReport
@testable import ConformanceSupervisor

@Suite("The choice of tests")
struct SelectionTests {
  @Test(
    "A pattern's star matches anything, its question mark one character",
    arguments: [
      ("action.*", "action.end", true), ("action.*", "actio.end", false), ("*", "", true), ("*.end", "action.end", true),
      ("*.end", "action.end-each-state", false), ("a*b*c", "aXbXbc", true), ("a*b*c", "aXcXb", false), ("m?te.*", "mute.roundtrip", true),
      ("leak.fds", "leak.fds", true), ("leak.fds", "leak.fds2", false), ("?", "", false), ("", "", true),
    ])
  func glob(pattern: String, name: String, matches: Bool) {
    #expect(GlobPattern(pattern).matches(name) == matches)
  }

  @Test("Each level has the groups of the one before; the default is full")
  func levels() {
    for (less, more) in zip(ConformanceLevel.allCases, ConformanceLevel.allCases.dropFirst()) {
      #expect(less < more && Set(less.groups).isSubset(of: more.groups))
    }
    #expect(TestSelection().contains("leak.fds"))
    #expect(!TestSelection(level: .core).contains("action.end"))
  }

  @Test("A pattern selects from all levels, unless a level is named too")
  func patterns() {
    #expect(TestSelection(patterns: ["leak.*"]).contains("leak.fds"))
    #expect(!TestSelection(level: .core, patterns: ["leak.*"]).contains("leak.fds"))
    #expect(!TestSelection(patterns: ["leak.*"], skipped: ["*.fds"]).contains("leak.fds"))
    #expect(TestSelection(patterns: ["leak.*"], skipped: ["*.fds"]).effectiveLevel == nil)
  }

  @Test("Every test of the catalogue belongs to a level")
  func groups() {
    for id in Catalogue.tests.map(\.id) + Catalogue.hostRows.map(\.id) + Catalogue.absent.map(\.id) {
      #expect(TestSelection(level: .soak).contains(id), "\(id)")
    }
  }
}
