import CallControl
import FoundationEssentials

/// A typical life of a line: a call out, a call in beside it, holds, a swap, and the end of both; every command is fulfilled.
struct CoreScript {
  static let provider: ProviderID = "bench"
  static let handle = Handle(type: .phoneNumber, value: "+12025550100")

  static var roster: Roster {
    var roster = Roster()
    roster.entries = [Roster.Entry(id: provider, configuration: ProviderConfiguration(localizedName: "Bench"), standing: .ready)]
    return roster
  }

  /// One step of the script.
  enum Step: Sendable {
    case ask(@Sendable (_ a: CallID, _ b: CallID) -> RequestBody)
    case report(@Sendable (_ a: CallID, _ b: CallID) -> (CallID, CallReport))
    case incoming
    /// Fulfils the oldest pending command.
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

  /// Returns the call with this number.
  static func call(_ number: UInt64) -> CallID {
    withUnsafeBytes(of: number.bigEndian) { bytes in
      CallID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]))
    }
  }
}
