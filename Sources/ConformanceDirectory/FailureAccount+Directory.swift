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
  /// - Parameter isPlugin: false for a program, which has no functions.
  init(_ fault: DirectoryFault, of test: DirectoryTest, isPlugin: Bool) {
    self.init()
    let parts = FailureSentence(fault.sentence)
    seen = parts.seen
    expected = parts.expected.isEmpty ? test.title : parts.expected
    let words = fault.sentence.split { !($0.isLetter || $0 == "_") }.map(String.init)
    let named = isPlugin ? words.first(where: Self.functions.contains) : nil
    // Each request is one call of this function.
    function = named ?? (isPlugin ? "begin_request" : "the program")
    isNamed = named != nil || !isPlugin
    let rules = TransportRules.rules(shownBy: test.id)
    (rule, ruleTitle) = (rules.first?.id ?? "", rules.first?.title ?? "")
  }
}
