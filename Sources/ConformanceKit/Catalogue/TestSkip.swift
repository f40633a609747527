/// The test does not apply to this plugin.
package struct TestSkip: Error, Hashable {
  /// The reason, in a few words: "no extension org.hookswitch.hold".
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
