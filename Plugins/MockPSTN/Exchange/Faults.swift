/// What the network behind a number does wrong, for whoever wants to see how a host takes it.
struct Faults: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// The start is never completed.
  static let deafToStart = Faults(rawValue: 1)
  /// Hold, mute, DTMF and grouping are never completed.
  static let deafToChanges = Faults(rawValue: 2)
  /// The end is never completed.
  static let deafToEnd = Faults(rawValue: 4)
  /// Hold fails.
  static let refusesHold = Faults(rawValue: 8)
  /// Nothing comes back any more, as from a dead network.
  static let vanished: Faults = [.deafToChanges, Faults(rawValue: 16)]
}
