/// The kit or its environment cannot do what the test needs: no fault of the plugin, and no pass.
package struct TestUnable: Error, Hashable {
  /// The missing thing, and the remedy.
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}
