/// A plugin function that has not returned yet.
struct CallUnderWay: Hashable, Sendable {
  /// The function, as in `calls.start`.
  let function: String
  /// Its start, in real nanoseconds; no two are equal.
  let since: UInt64
}
