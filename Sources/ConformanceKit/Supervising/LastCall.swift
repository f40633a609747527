/// A call into the plugin, as the last-call page tells of it.
package struct LastCall: Hashable, Sendable {
  /// The function, as the header groups it: `calls.answer`.
  package let function: String
  /// The kind of thread that it was called on.
  package let thread: ThreadTag
  /// The how manieth call of the function it was, from 1.
  package let ordinal: UInt64
  /// Whether it had not returned.
  package let isUnderWay: Bool
  /// Which came later, of two.
  let sequence: UInt64

  /// The call as reports name it: `in calls.answer (loop), 3rd call`.
  package var text: String {
    "\(isUnderWay ? "in" : "after") \(function) (\(thread)), \(Self.counted(ordinal)) call"
  }

  /// 1st, 2nd, 3rd, 4th, 11th.
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
