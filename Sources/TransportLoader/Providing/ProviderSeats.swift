internal import CallControl

/// An instance of a provider, with what it has said of itself.
struct ProviderSeat {
  let instance: TransportInstance
  /// The extensions that it offers and this host supports.
  var offers: Set<String> = []
  /// Its last report about its line.
  var line: ProviderWord?
  /// Its last limits.
  var limits: TransportLimits?

  init(_ instance: TransportInstance) { self.instance = instance }
}

/// The instance of the version before an upgrade, which finishes its calls (P8).
struct FormerSeat {
  var seat: ProviderSeat
  /// True while Starts go to it, because the line of the present instance is not ready yet.
  var takesStarts: Bool
  /// True while it can become the present instance again.
  var canReturn: Bool
  /// The upgrade whose calls it finishes.
  let drain: RunnerDrain
}

/// The instances of a provider: one, or two while an upgrade drains.
///
/// Orders go to the instance that has the call, and new calls to the present one. Line, limits and standing of the provider are those of the
/// present one.
struct ProviderSeats {
  /// The present instance; nil before the first one and after a loss.
  var present: ProviderSeat?
  var former: FormerSeat?
  /// The instance of a new version that is about to take over: only its messages for people count.
  var heir: TransportInstance?

  /// The part that an instance plays.
  enum Role {
    case present, former, heir
  }

  /// The part of an instance; nil for one that is no longer the provider's.
  func role(of instance: TransportInstance) -> Role? {
    if present?.instance === instance { return .present }
    if former?.seat.instance === instance { return .former }
    return heir === instance ? .heir : nil
  }

  /// The instance that gets new calls.
  var forStarts: TransportInstance? {
    if let former, former.takesStarts { return former.seat.instance }
    return present?.instance
  }

  /// The instance that knows a call, and its handle there.
  func find(_ call: CallID) -> (instance: TransportInstance, call: CallHandle)? {
    if let instance = present?.instance, let handle = instance.handle(of: call) { return (instance, handle) }
    if let instance = former?.seat.instance, let handle = instance.handle(of: call) { return (instance, handle) }
    return nil
  }

  /// True when no instance is left.
  var isEmpty: Bool { present == nil && former == nil }

  /// Removes an instance that is gone.
  mutating func remove(_ instance: TransportInstance) {
    if present?.instance === instance { present = nil }
    if former?.seat.instance === instance { former = nil }
    if heir === instance { heir = nil }
  }
}
