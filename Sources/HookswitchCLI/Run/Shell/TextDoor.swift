internal import Hookswitch
internal import HostConfiguration
internal import HostService
internal import HostSurface
internal import Locking
internal import StrictJSON

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The text door of a host: it sends the words of `hookswitch run` as methods of the host surface, for a peer with all rights.
///
/// Any thread may call its functions.
final class TextDoor: Sendable {
  private let service: HostService
  private let session: any ServiceSession

  /// Opens the door; must run before providers are added, so that the service misses no change.
  ///
  /// The service has no memory: `hookswitch run` keeps no history.
  init(_ host: CallHost) {
    service = HostService(host, ServiceSettings(version: hookswitchVersion, owner: geteuid()))
    // The door subscribes to nothing, so that there is nothing to wake it for.
    session = service.open(Peer(.text, uid: geteuid())) {}
  }

  /// Lets the program of an account's member `stream` answer its provider's calls.
  func answerCalls(of account: RunConfig.Account) { service.answerCalls(of: account) }

  /// Sends the method of an effect; does nothing for an effect that is no method.
  ///
  /// - Parameters:
  ///   - effect: the effect.
  ///   - provider: the provider that the effect is about, if there is one.
  ///   - answer: receives the outcome once. For a request it runs on the thread that decides it, after its changes and events.
  func send(_ effect: RunEffect, about provider: ProviderID?, answer: @escaping @Sendable (AskOutcome) -> Void) {
    guard let request = effect.request else { return }
    send(request) { [self] result in answer(explained(effect.outcome(of: result), provider)) }
  }

  /// Sends a method that answers at once; returns the reason of a failure.
  func failure(of request: MethodRequest) -> String? {
    guard case .failure(let error) = answerAtOnce(request) else { return nil }
    return error.reason
  }

  /// Reports the audio of all lines that have some, and the engine's counters.
  func audio() -> AskOutcome {
    let lines: [JSONValue]
    switch answerAtOnce(MethodRequest(.lineList, [:])) {
    case .success(let value)?: lines = value["lines"]?.array ?? []
    case .failure(let error)?: return .notTaken(error.message)
    case nil: lines = []
    }
    let names = lines.filter { $0["audioReason"] != nil || $0["audioOwners"]?.array?.isEmpty == false }.compactMap { $0["line"]?.string }
    var report = AudioReport()
    // The counters are those of the whole engine, which every line has.
    for name in names.isEmpty ? [LineID.main.rawValue] : names {
      guard case .success(let audio)? = answerAtOnce(.audio(of: name)) else { continue }
      let line = AudioReport.Line(json: audio)
      if !line.owners.isEmpty || line.reason != nil { report.lines.append(line) }
      report.engine = audio["engine"].map { AudioReport.Engine(json: $0) }
    }
    return .audio(report)
  }

  /// Ends the service, after which the door takes nothing.
  func close() {
    session.close()
    service.end()
  }

  private func send(_ request: MethodRequest, answer: @escaping @Sendable (Result<JSONValue, MethodError>) -> Void) {
    session.perform(request.method.rawValue, request.parameters) { [self] reply in
      guard case .failure(let error) = reply.answer, error.number == ErrorWord.deadline.number,
        let number = error.data["request"]?["request"]
      else { return answer(reply.answer) }
      // The time-out ends the waiting and not the request, which has limits of its own (V4): wait on.
      waitOn(number, answer)
    }
  }

  /// Waits for the end of a request whose time-out has passed.
  private func waitOn(_ number: JSONValue, _ answer: @escaping @Sendable (Result<JSONValue, MethodError>) -> Void) {
    send(MethodRequest(.requestWait, ["request": number])) { [session] result in
      // The end is queued as a notification too.
      _ = session.notifications(limit: 64)
      guard case .success(let request) = result, request["error"] != nil else { return answer(result) }
      answer(.failure(MethodError(number: MethodError.failed, message: "", data: request)))
    }
  }

  /// Adds the kinds of handle that the provider takes to an error about the kind, which the surface's `Refusal` has not.
  private func explained(_ outcome: AskOutcome, _ provider: ProviderID?) -> AskOutcome {
    guard case .refused(var error) = outcome, error.code == .unsupportedHandle, let provider,
      case .success(let entry)? = answerAtOnce(MethodRequest(.providerGet, ["provider": .string(provider.rawValue)]))
    else { return outcome }
    error.handleKinds = entry["handleTypes"]?.strings?.map { Handle.Kind(rawValue: $0) }
    return .refused(error)
  }

  /// Sends a method that answers before it returns; nil for any other.
  private func answerAtOnce(_ request: MethodRequest) -> Result<JSONValue, MethodError>? {
    let answer = Locked<Result<JSONValue, MethodError>?>(nil)
    session.perform(request.method.rawValue, request.parameters) { reply in answer.withLock { $0 = reply.answer } }
    return answer.withLock { $0 }
  }
}

extension HostService {
  /// Lets the program of an account's member `stream` answer its provider's calls.
  func answerCalls(of account: RunConfig.Account) {
    #if HOOKSWITCH_SOUND
      answerCalls(of: ProviderID(rawValue: account.name), with: account.stream)
    #endif
  }
}
