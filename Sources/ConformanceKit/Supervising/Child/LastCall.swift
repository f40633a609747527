/// A use of a plugin function, from the last-call page.
package struct LastCall: Hashable, Sendable {
  /// The function's name in the header's groups: `calls.answer`.
  package let function: String
  /// The kind of thread on which it ran.
  package let thread: ThreadTag
  /// The number of this use of the function, from 1.
  package let ordinal: UInt64
  /// True if it had not returned.
  package let isUnderWay: Bool
  /// Orders two of them: the later has the higher number.
  let sequence: UInt64

  /// The form in reports: `in calls.answer (loop), 3rd call`.
  package var text: String {
    "\(isUnderWay ? "in" : "after") \(function) (\(thread)), \(Self.counted(ordinal)) call"
  }

  /// Returns 1st, 2nd, 3rd, 4th, 11th.
  static func counted(_ number: UInt64) -> String {
    let ending =
      switch (number % 100, number % 10) {
      case (11...13, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    return "\(number)\(ending)"
  }
}
