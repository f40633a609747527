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
    case end
    case hold, resume
    /// A hold that the far end refuses, with this status.
    case holdFails(Int32)
    case heldByFarEnd, resumedByFarEnd
    case plays(String)
    case hears(String)
    /// Transfers the call; `fails` with this status.
    case transfer, transferFails(Int32)
    /// A far end asks to be transferred.
    case asked
    case accept, refuse
    case ended(EndReason, code: Int32 = 0, q850: UInt32 = 0)
    /// The reason text that came.
    case said(String)
    /// The far end plays its part to the end.
    case played
  }

  /// The scenario's name, which is its file's.
  var file: String
  /// Who begins: a scenario that calls is started once the host listens.
  var calls = false
  var keys: [String: String] = [:]
  var account: [String: Account.Value] = [:]
  var policy = LinePolicy()
  var steps: [Step]

  init(
    _ file: String, calls: Bool = false, keys: [String: String] = [:], account: [String: Account.Value] = [:],
    policy: LinePolicy = LinePolicy(),
    _ steps: Step...
  ) {
    self.file = file
    self.calls = calls
    self.keys = keys
    self.account = account
    self.policy = policy
    self.steps = steps
  }

  var testDescription: String { file + keys.sorted { $0.key < $1.key }.map { " \($1)" }.joined() }
}
