import CallControl
import Testing

/// A message flow: a SIPp scenario, and the host's actions and expected events.
struct Flow: Sendable, CustomTestStringConvertible {
  /// An action of the host, or an event to wait for.
  enum Step: Sendable {
    /// Calls the far end; later steps are about this call.
    case dial
    /// Waits for an incoming call; later steps are about it.
    case incoming
    /// Waits until the call is, or has been, in a state.
    case sees(CallState)
    case earlyMedia
    case answer, answerFails
    /// Answers without waiting for the ACK.
    case answers
    case end
    /// Declines the ringing call.
    case declines(Decline)
    /// Sends the ringing call on to this handle.
    case deflects(String)
    /// Checks the call's local address, and the address that the caller dialed first.
    case names(local: String, diverted: String?)
    /// The call shows neither the caller's handle nor name.
    case withheld
    case hold, resume
    /// Expects the far end to refuse a hold with this status.
    case holdFails(Int32)
    case heldByFarEnd, resumedByFarEnd
    case plays(String)
    /// Expects the far end to refuse digits with this status.
    case playFails(String, Int32)
    case hears(String)
    /// Transfers the call, or expects that to fail with this status.
    case transfer, transferFails(Int32)
    /// Waits for the far end's request for a transfer.
    case asked
    case accept, refuse
    /// Waits until the call is in a state, from now on.
    case `is`(CallState)
    case ended(EndReason, code: Int32 = 0, q850: UInt32 = 0)
    /// Expects this text in the call's end.
    case said(String)
    /// Waits until the scenario writes this file.
    case writes(String)
    /// Waits until the scenario ends.
    case played
  }

  /// The scenario's name, which is its file's name.
  var file: String
  /// True for a scenario that calls: it starts once the host listens.
  var calls = false
  var keys: [String: String] = [:]
  /// True for TCP (RFC 3261 section 18).
  var isStream = false
  /// True when a message repeats on purpose: otherwise SIPp treats it as a retransmission.
  var repeats = false
  var account: [String: Account.Value] = [:]
  var policy = LinePolicy()
  /// The account's password, as its secret `password`.
  var password = ""
  /// The blocked callers.
  var blocked: [Handle] = []
  /// False for "do not disturb".
  var disturbs = true
  /// A second scenario: the target of a redirection or transfer.
  var other: String?
  var steps: [Step]

  /// Makes a flow with an outgoing call.
  static func out(_ file: String, _ steps: Step...) -> Flow { Flow(file: file, steps: steps) }

  /// Makes a flow with an incoming call.
  static func into(_ file: String, _ steps: Step...) -> Flow { Flow(file: file, calls: true, steps: steps) }

  /// Returns a changed copy.
  func with(_ change: (inout Flow) -> Void) -> Flow {
    var flow = self
    change(&flow)
    return flow
  }

  /// The same flow over TCP.
  var overTCP: Flow { with { $0.isStream = true } }

  /// Further arguments of SIPp.
  var arguments: [String] { (repeats ? ["-nr"] : []) + (isStream ? ["-t", "t1"] : []) }

  var testDescription: String { file + (isStream ? " over TCP" : "") + keys.sorted { $0.key < $1.key }.map { " \($1)" }.joined() }
}
