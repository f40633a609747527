internal import CallControl

/// Something that the world does of its own accord.
enum Happening: Sendable {
  /// An incoming call.
  struct Arrival: Sendable {
    var call: String
    var provider: ProviderID
    var update: CallUpdate
    var line: LineID
    var replaces: String?
  }

  /// What a provider says of a call.
  enum Word: Sendable {
    case plain(CallReport)
    /// `as`: the name of the call that accepting starts.
    case transferRequested(Handle, as: String)
  }

  case incoming(Arrival)
  /// `by`: whose word it is; nil: the call's provider.
  ///
  /// `at`: when, by its own account, since the story began; nil: now.
  case report(Word, of: String, by: ProviderID?, at: Duration? = nil)
  case answer(CommandKind, of: String, by: ProviderID?, isFulfilled: Bool, at: Duration? = nil)
  case screen(String, by: ScreenerID, ScreenVerdict, ScreenedCaller?)
  case behave(ProviderID, [CommandKind: Behaviour])
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
