/// A way of handing over to another version.
public enum HandoverWay: UInt32, Sendable, CaseIterable {
  /// Calls move, with their handles, pending actions and sound; the old instance ends.
  case calls = 1
  /// Sockets move; calls that are up stay with the old instance until they end.
  case sockets = 2
}

/// The outcome of a handover.
public enum HandoverOutcome: UInt32, Sendable {
  /// The new instance has taken over.
  case taken = 1
  /// It has not; the old instance goes on as before.
  case refused = 2
  /// The other instance is gone, after a handover by the way `sockets`.
  case alone = 3
}

/// The part of an instance in a handover.
public enum HandoverSide: Sendable {
  /// It gives.
  case old
  /// It takes.
  case new
}
