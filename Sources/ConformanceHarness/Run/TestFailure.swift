/// The plugin failed the test.
package struct TestFailure: Error, Hashable {
  /// The failure, in one sentence that names the function.
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}

/// The test does not apply to this plugin.
package struct TestSkip: Error, Hashable {
  /// The reason, in a few words: "no extension org.hookswitch.hold".
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// The kit or its environment cannot do what the test needs: no fault of the plugin, and no pass.
package struct TestUnable: Error, Hashable {
  /// The missing thing, and the remedy.
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}
