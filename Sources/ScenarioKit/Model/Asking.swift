internal import CallControl

/// A request to the host; it names calls by their labels in the scenario.
enum Asking: Sendable {
  /// One action of a transaction; steps such as `hold` and `split` are transactions of one.
  enum Action: Sendable {
    case start(String, provider: ProviderID, to: Handle, line: LineID)
    case answer(String, AnswerChoice)
    case end(String, Decline? = nil)
    case setHeld(String, Bool)
    case setMuted(String, Bool)
    case setGroup(String, with: String?)
    case playDTMF(String, String)
    case transferToHandle(String, Handle)
    case transferToCall(String, String)
  }

  case transaction([Action])
  case endGroup(String)
  case swap(LineID)
  case merge([String])
  case continueDTMF(String)
  case acceptTransfer(String)
  case refuseTransfer(String)
}
