internal import TransportABI

/// The place of an instance in a handover, and all that waits for its outcome.
struct Standstill {
  /// The place of an instance in a handover.
  enum Place {
    /// In none.
    case outside
    /// Old: it has prepared, and goes on.
    case prepared(HandoverWay)
    /// Old: it has given, and stands still.
    case given(HandoverWay)
    /// New: it has taken, or is about to, and says nothing.
    case taken(HandoverWay)
    /// Old: another instance has its calls, and it says nothing any more.
    case over
  }

  var place = Place.outside
  /// The instance's part after a handover by the way `sockets`, while both instances may run; nil otherwise.
  var companion: HandoverSide?
  /// Reports and completions of a new instance, in order.
  var reports: [(Host) -> Void] = []
  /// Timers that have fired, posts and secrets, in order.
  var work: [(Host) -> Void] = []
  /// The periodic timers in `work`: missed periods run once.
  var periods: Set<UInt64> = []

  /// True while the transport's code waits.
  var isStill: Bool {
    switch place {
    case .given, .taken: true
    case .outside, .prepared, .over: false
    }
  }

  /// True while reports wait or, once its calls are another's, are dropped.
  var isSilent: Bool {
    switch place {
    case .given, .taken, .over: true
    case .outside, .prepared: false
    }
  }

  /// True once the calls may be another instance's: the end of this one must not be seen on the network.
  var hasHandedOver: Bool { isSilent }
}
