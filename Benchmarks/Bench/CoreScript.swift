import CallControl
import FoundationEssentials

/// A life as lines have it: a call out, another one in while it is up, holds, a swap, and both ended; every answer fulfilled.
struct CoreScript {
  static let provider: ProviderID = "bench"
  static let handle = Handle(type: .phoneNumber, value: "+12025550100")

  static var roster: Roster {
    var roster = Roster()
    roster.entries = [Roster.Entry(id: provider, configuration: ProviderConfiguration(localizedName: "Bench"), standing: .ready)]
    return roster
  }

  /// What happens next, given the commands that are pending.
  enum Step: Sendable {
    case ask(@Sendable (_ a: CallID, _ b: CallID) -> RequestBody)
    case report(@Sendable (_ a: CallID, _ b: CallID) -> (CallID, CallReport))
    case incoming
    /// The oldest pending command is fulfilled.
    case fulfil
  }

  static let steps: [Step] = [
    .ask { a, _ in .transaction([.start(a, provider: provider, StartDetails(handle: handle))]) }, .fulfil,
    .report { a, _ in (a, .startedConnecting) }, .report { a, _ in (a, .connected) },
    .incoming, .ask { _, b in .transaction([.answer(b, .automatic)]) }, .fulfil, .fulfil,
    .ask { _, b in .transaction([.setHeld(b, true)]) }, .fulfil,
    .ask { a, _ in .transaction([.setHeld(a, false)]) }, .fulfil,
    .ask { _, _ in .swap }, .fulfil, .fulfil,
    .ask { _, b in .transaction([.setMuted(b, true)]) }, .fulfil,
    .ask { _, b in .transaction([.end(b)]) }, .fulfil, .fulfil,
    .ask { a, _ in .transaction([.end(a)]) }, .fulfil,
  ]

  /// The call of that number.
  static func call(_ number: UInt64) -> CallID {
    withUnsafeBytes(of: number.bigEndian) { bytes in
      CallID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]))
    }
  }
}
