/// Faults of the network behind a number, to test how a host handles them.
struct Faults: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// The start action is never completed.
  static let deafToStart = Faults(rawValue: 1)
  /// Hold, mute, DTMF and group actions are never completed.
  static let deafToChanges = Faults(rawValue: 2)
  /// The end action is never completed.
  static let deafToEnd = Faults(rawValue: 4)
  /// Hold actions fail.
  static let refusesHold = Faults(rawValue: 8)
  /// The far end sends nothing any more, as on a dead network.
  static let vanished: Faults = [.deafToChanges, Faults(rawValue: 16)]
}
