internal import ConformanceHarness
internal import ConformanceReport
internal import ConformanceRules

extension FailureAccount {
  /// The functions of the contract of call directories, by the words in which a sentence names them.
  private static let functions = [
    "begin_request", "complete", "cancel", "is_incremental", "add_blocking", "add_identification", "remove_blocking", "remove_all_blocking",
    "remove_identification", "remove_all_identification",
  ]

  /// Creates the account of a failed test of a call directory.
  ///
  /// - Parameters:
  ///   - isPlugin: false for a program, which has no functions.
  ///   - requests: the requests of the test, each of which is one call.
  init(_ fault: DirectoryFault, of test: DirectoryTest, isPlugin: Bool, requests: Int) {
    self.init()
    let parts = FailureSentence(fault.sentence)
    seen = parts.seen
    expected = parts.expected.isEmpty ? test.title : parts.expected
    let words = fault.sentence.split { !($0.isLetter || $0 == "_") }.map(String.init)
    let named = isPlugin ? words.first(where: Self.functions.contains) : nil
    function = named ?? (isPlugin ? "begin_request" : "the program")
    isNamed = named != nil || !isPlugin
    // The test's first request may be the one that all tests share.
    call = UInt64(max(1, requests))
    let rules = TransportRules.rules(shownBy: test.id)
    (rule, ruleTitle) = (rules.first?.id ?? "", rules.first?.title ?? "")
  }
}
