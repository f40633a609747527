/// The plugin failed the test.
package struct TestFailure: Error, Hashable {
  /// The failure, in one sentence that names the function.
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}
