internal import FoundationEssentials
internal import Hookswitch
internal import HostSurface
internal import StrictJSON
internal import TransportLoader

// The answers of methods as outcomes of commands.
extension RunEffect {
  /// Returns the outcome of the effect from the answer to its method.
  func outcome(of answer: Result<JSONValue, MethodError>) -> AskOutcome {
    switch (self, answer) {
    case (.diagnose, .success(let value)): .told(value["statistics"]?.text ?? "{}")
    case (.configure(_, let provider, _), .success): .configured(provider)
    case (.upgrade, .success(let value)): .upgraded((value["upgrades"]?.array ?? []).map { RunUpgrade(json: $0) })
    case (.calls, .success(let value)): .listed((value["calls"]?.array ?? []).compactMap { CallEntry(json: $0) })
    case (.processes, .success(let value)):
      .processes(ProcessReport(processes: (value["processes"]?.array ?? []).map { ProcessReport.Process(json: $0) }))
    case (_, .success): .done
    case (.diagnose, .failure(let error)):
      // A person sees the transport's text, even if it is no JSON object.
      if let text = error.data["text"]?.string { .told(text) } else { .notTold(error.fault?.sentence ?? error.message) }
    case (.configure(_, let provider, _), .failure(let error)):
      .notConfigured("\(provider) keeps its settings: \(error.refusalOfSettings)")
    case (.upgrade(_, let name, _, _), .failure(let error)): .notUpgraded("\(name) keeps its version: \(error.reason)")
    case (.record, .failure(let error)): .notRecorded(error.reason)
    case (.stopRecording, .failure(let error)):
      .notRecorded(error.code == ErrorWord.notFound.rawValue ? "it is not being recorded" : error.reason)
    case (_, .failure(let error)): error.outcomeOfRequest
    }
  }
}

extension MethodError {
  /// The outcome of a request to a line.
  fileprivate var outcomeOfRequest: AskOutcome {
    if number == Self.refused, let error = CallError(json: data) { return .refused(error) }
    if number == Self.failed, let error = data["error"].flatMap({ CallError(json: $0) }) { return .failed(error) }
    return .notTaken(message)
  }

  /// The reason alone, without the thing that it is about.
  var reason: String { data["reason"]?.string ?? message }

  /// The transport's fault, when that is the reason.
  fileprivate var fault: TransportFault? {
    if code == CallError.Code.unknownCallUUID.rawValue { return TransportFault(.noSuchCall) }
    guard let fault = data["fault"], let code = fault["code"]?.integer else { return nil }
    return TransportFault(code: Int32(clamping: code), message: fault["message"]?.string ?? "")
  }

  fileprivate var refusalOfSettings: String {
    guard let fault else { return message }
    return fault.isUnimplemented ? "its transport does not change settings while it runs" : fault.sentence
  }
}

extension TransportFault {
  /// The fault in words for a person, without a full stop.
  fileprivate var sentence: String {
    if isUnimplemented { return "its transport has no measurements" }
    if isUnknownCall { return "its transport does not know the call" }
    return message.isEmpty ? "its transport answered with the code \(code)" : message
  }
}

extension CallError {
  /// Reads a `Refusal` of the host surface, which has not the kinds of handle that the provider takes.
  init?(json refusal: JSONValue) {
    guard let code = refusal["code"]?.string.flatMap({ Code(rawValue: $0) }) else { return nil }
    let transport = refusal["transport"].map { json in
      TransportError(
        domain: json["domain"]?.string ?? "", code: Int32(clamping: json["code"]?.integer ?? 0),
        cause: UInt32(clamping: json["cause"]?.integer ?? 0), message: json["message"]?.string ?? "")
    }
    self.init(code, refusal["calls"]?.strings?.compactMap { UUID(uuidString: $0) } ?? [], transport: transport)
  }
}
