/// The plugin failed the test.
package struct TestFailure: Error, Hashable {
  /// The failure, in one sentence that names the function.
  package let sentence: String
  /// The function at fault, where the sentence does not begin with it; nil lets the sentence say it.
  package var function: String?
  /// The expectation; nil lets the sentence say it, or else the test's title.
  package var expected: String?
  /// The kind of rule that the ledger found broken; nil for a failure that the test itself found.
  package var breach: Breach.Kind?
  /// True when a step failed that many tests share, before the test reached its own subject.
  package var isObstacle = false

  package init(_ sentence: String) { self.sentence = sentence }

  /// Creates a failure of no certain function, from its sentence and the expectation.
  package init(_ sentence: String, expected: String) {
    self.sentence = sentence
    self.expected = expected
  }

  /// Creates a failure of a function, from what was seen and what was expected of it.
  ///
  /// - Parameters:
  ///   - function: the function, as in `calls.hold`.
  ///   - seen: the end of a sentence that begins with the function: "answered HSW_OK".
  ///   - expected: the end of the sentence that begins with "should be".
  package init(_ function: String, _ seen: String, expected: String) {
    sentence = "\(function) \(seen), should be \(expected)"
    self.function = function
    self.expected = expected
  }

  /// Creates the failure of a test that finds a breach in the ledger.
  package init(_ breach: Breach) {
    sentence = breach.sentence
    self.breach = breach.kind
  }

  private init(_ sentence: String, like other: TestFailure) {
    self.init(sentence)
    (function, expected, breach, isObstacle) = (other.function, other.expected, other.breach, other.isObstacle)
  }

  /// Returns the same failure with words before its sentence: "a call that is held".
  ///
  /// A function that these words name is not the one at fault.
  package func told(_ situation: String) -> TestFailure {
    var told = TestFailure("\(situation): \(sentence)", like: self)
    told.function = function ?? FunctionNames(counted: []).first(in: sentence)
    return told
  }

  /// Returns the same failure with words after its sentence.
  package func adding(_ words: String) -> TestFailure { TestFailure("\(sentence); \(words)", like: self) }
}

/// Runs a step that many tests share before they reach their own subject; a failure in it is an obstacle.
package func preparing<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch var failure as TestFailure {
    failure.isObstacle = true
    throw failure
  }
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
