package import DoorKit
package import HostService

/// The settings of a bus door.
package struct BusSettings: Sendable {
  /// The use of the name `org.gnome.Calls`.
  package enum GnomeCalls: String, CaseIterable, Sendable {
    /// The objects are served under the host's own name only.
    case off
    /// The name is taken while no program has it and none can be started for it.
    case ifFree
  }

  /// The bus.
  package var address: BusAddress
  /// True when the peers come by the bus of the machine, whose users are different persons.
  package var isSystem: Bool
  /// The name to request.
  package var name = BusSettings.name
  /// The use of the name `org.gnome.Calls`.
  package var gnomeCalls = GnomeCalls.off
  /// True exports also the lines of single calls (`each-1` …), and their calls.
  package var hasAllLines = false
  /// The group whose members the peers' `isInGroup` names; nil for none.
  package var group: String?

  /// Asks the person to allow the call of a link; the answer comes once, and is nil when no service can ask.
  package var confirm: @Sendable (_ link: OpenedURL, _ answer: @escaping @Sendable (Bool?) -> Void) -> Void = { _, answer in answer(nil) }

  /// The host's usual name.
  package static let name = "org.hookswitch.Host1"

  /// The largest number of programs that call the host at once.
  static let peerLimit = 1_024
  /// The largest number of one program's calls without a reply.
  static let callLimit = 64
  /// The time for which changes are gathered before they are told.
  static let coalescence = Duration.milliseconds(20)
  /// The times after which a lost bus is looked for again: the first, and the longest.
  static let patience = (first: Duration.seconds(1), longest: Duration.seconds(60))

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - address: the bus.
  ///   - isSystem: true for the bus of the machine.
  package init(_ address: BusAddress, isSystem: Bool) {
    (self.address, self.isSystem) = (address, isSystem)
    group = isSystem ? "hookswitch" : nil
  }
}
