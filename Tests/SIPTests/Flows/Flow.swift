import CallControl
import Testing

/// One way that a call can go: a scenario that SIPp plays, and what the host does and sees meanwhile.
struct Flow: Sendable, CustomTestStringConvertible {
  /// Something the host does, or something it must see before the next step.
  enum Step: Sendable {
    /// Calls the far end; from then on that is the call.
    case dial
    /// Waits until a call comes in; from then on that is the call.
    case incoming
    /// Waits until the call is, or was, in a state.
    case sees(CallState)
    case earlyMedia
    case answer, answerFails
    /// Answers, and does not wait for the ACK.
    case answers
    case end
    /// Declines the call that rings, with what the caller is to hear of it.
    case declines(Decline)
    /// The call names these addresses of ours and of whom the caller dialed first.
    case names(local: String, diverted: String?)
    case hold, resume
    /// A hold that the far end refuses, with this status.
    case holdFails(Int32)
    case heldByFarEnd, resumedByFarEnd
    case plays(String)
    /// Digits that the far end refuses, with this status.
    case playFails(String, Int32)
    case hears(String)
    /// Transfers the call; `fails` with this status.
    case transfer, transferFails(Int32)
    /// A far end asks to be transferred.
    case asked
    case accept, refuse
    /// The call is in a state now, whatever it was before.
    case `is`(CallState)
    case ended(EndReason, code: Int32 = 0, q850: UInt32 = 0)
    /// The reason text that came.
    case said(String)
    /// The far end has come to where its scenario writes this file.
    case writes(String)
    /// The far end plays its part to the end.
    case played
  }

  /// The scenario's name, which is its file's.
  var file: String
  /// Who begins: a scenario that calls is started once the host listens.
  var calls = false
  var keys: [String: String] = [:]
  /// Whether it goes over TCP (RFC 3261 section 18).
  var isStream = false
  /// Whether the same message comes twice on purpose: SIPp takes it for lost and sent again otherwise.
  var repeats = false
  var account: [String: Account.Value] = [:]
  var policy = LinePolicy()
  /// What the password of the account is, as its secret `password`.
  var password = ""
  /// A caller who is blocked.
  var blocked: [Handle] = []
  /// Whether anybody rings.
  var disturbs = true
  /// Where the far end sends us, or asks us to call: another scenario, which is called.
  var other: String?
  var steps: [Step]

  /// A flow in which we call.
  static func out(_ file: String, _ steps: Step...) -> Flow { Flow(file: file, steps: steps) }

  /// A flow in which we are called.
  static func into(_ file: String, _ steps: Step...) -> Flow { Flow(file: file, calls: true, steps: steps) }

  /// The same with something else than usual.
  func with(_ change: (inout Flow) -> Void) -> Flow {
    var flow = self
    change(&flow)
    return flow
  }

  /// The same over TCP.
  var overTCP: Flow { with { $0.isStream = true } }

  /// What SIPp is told beside the scenario.
  var arguments: [String] { (repeats ? ["-nr"] : []) + (isStream ? ["-t", "t1"] : []) }

  var testDescription: String { file + (isStream ? " over TCP" : "") + keys.sorted { $0.key < $1.key }.map { " \($1)" }.joined() }
}
