public import CallControl

/// A line after a change, and the calls that changed.
public struct LineChange: Hashable, Sendable {
  /// The line's snapshot after the change.
  public let snapshot: LineSnapshot
  /// The calls that are new, changed or over; those that are over are in no snapshot.
  public let changed: [Call]

  /// The line that changed.
  public var line: LineID { snapshot.line }
  /// The line's revision after the change, higher than that of any earlier change of the line.
  public var revision: UInt64 { snapshot.revision }
}
