internal import CallControl

/// A scripted test of the call rules: scripted providers, steps under a virtual clock, and checks.
///
/// `ScenarioFile` reads one from the bytes of a file and validates all of it; `ScenarioRunner` runs it.
public struct Scenario: Sendable {
  /// The name of its file, as given to `ScenarioFile`.
  public let file: String
  /// A summary, in one sentence.
  public let title: String
  /// The ids of the rules that it demonstrates.
  public let rules: [String]

  let policy: LinePolicy
  /// The policies of lines that differ from `policy`.
  let linePolicies: [LineID: LinePolicy]
  /// The registered providers, in the order of the file.
  let providers: [(id: ProviderID, settings: ProviderSettings)]
  let steps: [Step]
}

/// A scenario's settings of one provider.
struct ProviderSettings: Sendable {
  var configuration = ProviderConfiguration()
  /// True when it can place calls as the scenario begins and after each restart.
  var isReady = true
  /// True when the host tries it again by itself after a quarantine (P7).
  var recovers = false
  /// Its reaction to each kind of action; it obeys the kinds that are not listed.
  var behaviours: [CallOperation.Kind: Behaviour] = [:]
}

/// A scripted provider's reaction to an action.
enum Behaviour: Hashable, Sendable {
  /// Fulfils it at once, or after this delay.
  case obey(after: Duration?)
  /// Fails it at once.
  case fail
  /// Never answers.
  case silent
  /// The provider is lost.
  case crash
  /// Reports that it does not implement the action.
  case unimplemented
}

/// An event that no program requests.
enum Happening: Sendable {
  /// An incoming call.
  struct Arrival: Sendable {
    var call: String
    var provider: ProviderID
    var update: CallUpdate
    var line: LineID
    var replaces: String?
    /// The judge's answer (I9).
    var verdict: CallerVerdict?
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
  /// One of the provider's two instances is lost, with these calls (P8).
  case loseCalls([String], ProviderID)
  case restart(ProviderID)
  case reset(ProviderID)
  case invalidate(ProviderID)
  case becomeReady(ProviderID)
  /// A person silences a ringing call (I10).
  case silence(String)
  /// The host, or one provider of it, takes no new calls (I11).
  case drain(Bool, ProviderID?)
  case doNotDisturb(Bool, LineID)
  /// The line's standing in a cluster of hosts changes (K5).
  case standing(LineStanding, LineID)
  case block(Handle)
  case unblock(Handle)
  case advance(Duration)
}
