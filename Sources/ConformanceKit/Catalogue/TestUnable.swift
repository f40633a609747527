/// The kit or its surroundings cannot do what the test needs: no fault of the plugin, and no pass.
package struct TestUnable: Error, Hashable {
  /// What is missing, and what to do about it.
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}
