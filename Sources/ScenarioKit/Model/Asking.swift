internal import CallControl

/// Something asked of the host; calls go by their names in the story.
enum Asking: Sendable {
  /// One action of a transaction; `hold` and `split` and their like are these.
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
