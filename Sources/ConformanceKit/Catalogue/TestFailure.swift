/// The plugin did not show what the test asks for.
package struct TestFailure: Error, Hashable {
  /// What happened instead, in one sentence that names the function.
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}
