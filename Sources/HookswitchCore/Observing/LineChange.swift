public import CallControl

/// A line after something about it changed, and which of its calls did.
public struct LineChange: Hashable, Sendable {
  /// The line as it is now.
  public let snapshot: LineSnapshot
  /// The calls that are new, changed, or over; the last are in no snapshot any more.
  public let changed: [Call]

  /// The line that changed.
  public var line: LineID { snapshot.line }
}
