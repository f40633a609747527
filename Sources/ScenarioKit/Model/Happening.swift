internal import CallControl

/// An event that no program requests.
enum Happening: Sendable {
  /// An incoming call.
  struct Arrival: Sendable {
    var call: String
    var provider: ProviderID
    var update: CallUpdate
    var line: LineID
    var replaces: String?
  }

  /// A provider's report of a call.
  enum Word: Sendable {
    case plain(CallReport)
    /// The far end requests a transfer; `as` is the label of the call that accepting starts.
    case transferRequested(Handle, as: String)
  }

  case incoming(Arrival)
  /// A report; `by` nil means from the call's provider.
  ///
  /// `at` is the time that the report states, since the scenario began; nil for now.
  case report(Word, of: String, by: ProviderID?, at: Duration? = nil)
  case answer(CallOperation.Kind, of: String, by: ProviderID?, isFulfilled: Bool, at: Duration? = nil)
  case screen(String, by: ScreenerID, ScreenVerdict, ScreenedCaller?)
  case behave(ProviderID, [CallOperation.Kind: Behaviour])
  case configure(ProviderID, ProviderChange)
  case crash(ProviderID)
  case restart(ProviderID)
  case reset(ProviderID)
  case invalidate(ProviderID)
  case becomeReady(ProviderID)
  case doNotDisturb(Bool, LineID)
  case block(Handle)
  case unblock(Handle)
  case advance(Duration)
}
