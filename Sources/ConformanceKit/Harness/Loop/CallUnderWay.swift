/// A call into a plugin that has not returned yet.
struct CallUnderWay: Hashable, Sendable {
  /// The function, as in `calls.start`.
  let function: String
  /// When it began, in real nanoseconds; no two begin at the same moment.
  let since: UInt64
}
