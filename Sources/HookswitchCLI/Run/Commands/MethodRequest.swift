internal import FoundationEssentials
internal import Hookswitch
internal import HostConfiguration
internal import HostService
internal import HostSurface
internal import StrictJSON

/// A method of the host surface with its parameters, as the text door sends it.
struct MethodRequest: Equatable, Sendable {
  let method: MethodName
  let parameters: JSONValue

  /// Creates a request; parameters without a value are left out.
  init(_ method: MethodName, _ parameters: KeyValuePairs<String, JSONValue?>) {
    self.method = method
    self.parameters = .object(of: parameters)
  }

  private init(_ method: MethodName, members: [JSONValue.Member]) {
    self.method = method
    parameters = .object(members)
  }

  /// Returns the request of a person who waits for its end.
  fileprivate static func person(_ method: MethodName, _ members: [JSONValue.Member]) -> MethodRequest {
    let terms = [
      JSONValue.Member(name: "origin", value: .string(RequestOrigin.user.rawValue)),
      JSONValue.Member(name: "wait", value: .string(RequestWait.performed.rawValue)),
    ]
    return MethodRequest(method, members: members + terms)
  }

  /// Returns the request for the state of a line's audio.
  static func audio(of line: String) -> MethodRequest { MethodRequest(.audioGet, ["line": .string(line)]) }

  /// Returns the request for a line's audio route; nil is the default route.
  static func route(_ route: String?, on line: LineID) -> MethodRequest {
    MethodRequest(.audioSetRoute, ["line": .string(line.rawValue), "route": .string(route ?? "")])
  }
}

extension RunEffect {
  /// The method that the effect calls; nil for an effect that is no method.
  var request: MethodRequest? {
    switch self {
    case .ask(_, let body, let line): body.request(on: line)
    case .record(_, let call, let asGroup, let file):
      MethodRequest(.callRecord, ["call": .call(call), "file": .string(file), "group": .bool(asGroup)])
    case .stopRecording(_, let call): MethodRequest(.callStopRecording, ["call": .call(call)])
    case .stream(_, let call, let url, let terms):
      MethodRequest(
        .streamOpen,
        ["call": .call(call), "url": .string(url), "listen": .bool(terms.listens), "control": .bool(terms.isControlling)])
    case .diagnose(_, _, let call?): MethodRequest(.callStatistics, ["call": .call(call)])
    case .diagnose(_, let provider, nil): MethodRequest(.providerStatistics, ["provider": .string(provider.rawValue)])
    case .configure(_, let provider, let settings):
      MethodRequest(.providerConfigure, ["provider": .string(provider.rawValue), "settings": Self.object(settings)])
    case .upgrade(_, let name, let file, let times):
      MethodRequest(
        .transportUpgrade,
        [
          "transport": .string(name), "file": file.map { .string($0) }, "wait": .seconds(times.wait), "drain": .seconds(times.drain),
        ])
    case .calls: MethodRequest(.callList, [:])
    case .audio: .audio(of: LineID.main.rawValue)
    case .processes: MethodRequest(.transportProcesses, [:])
    case .tell, .complain, .echo, .wake, .leave: nil
    }
  }

  /// Reads settings, which the parser of command lines has checked.
  private static func object(_ settings: String) -> JSONValue {
    (try? JSONReader.read(Array(settings.utf8), limits: JSONLimits(depth: RunConfigReader.maximumDepth))) ?? .null
  }
}

extension RequestBody {
  /// Returns the method that makes this request for a person.
  ///
  /// - Parameter line: the line of a new call and of a swap.
  func request(on line: LineID) -> MethodRequest {
    func member(_ name: String, _ value: JSONValue) -> JSONValue.Member { JSONValue.Member(name: name, value: value) }
    let onLine = member("line", .string(line.rawValue))
    switch self {
    case .transaction(let actions):
      if actions.count == 1, let action = actions.first, let method = action.method {
        let names = method.declaration.ownParameters.map(\.name)
        return .person(method, (action.members + [onLine]).filter { names.contains($0.name) })
      }
      let all = actions.map { JSONValue.object([member("kind", .string($0.kind.rawValue))] + $0.members) }
      return .person(.callPerform, [member("actions", .array(all)), onLine])
    case .endGroup(let call): return .person(.callEnd, [member("call", .call(call)), member("group", .bool(true))])
    case .swap: return .person(.callSwap, [onLine])
    case .merge(let calls): return .person(.callMerge, [member("calls", .strings(calls.map(\.uuidString)))])
    case .continueDTMF(let call): return .person(.callContinueDTMF, [member("call", .call(call))])
    case .acceptTransfer(let call): return .person(.callDecideTransfer, [member("call", .call(call)), member("accept", .bool(true))])
    case .refuseTransfer(let call): return .person(.callDecideTransfer, [member("call", .call(call)), member("accept", .bool(false))])
    }
  }
}

extension RequestedAction {
  /// The method that performs the action alone; nil when only `call.perform` has all its members.
  fileprivate var method: MethodName? {
    switch operation {
    case .start: .callStart
    case .answer: .callAnswer
    case .end(nil): .callEnd
    case .setHeld(true): .callHold
    case .setHeld(false): .callResume
    case .setMuted: .callSetMuted
    case .setGroup(with: nil): .callSplit
    case .playDTMF: .callPlayDTMF
    case .transfer: .callTransfer
    case .deflect: .callDeflect
    case .end(_?), .setGroup(with: _?): nil
    }
  }

  /// The members of the action in `call.perform`; those with the name of a parameter are the parameters of its own method.
  fileprivate var members: [JSONValue.Member] {
    let details: KeyValuePairs<String, JSONValue?> =
      switch operation {
      case .start(let start):
        [
          "provider": provider.map { .string($0.rawValue) }, "handle": start.handle.json, "video": start.isVideo ? .bool(true) : nil,
          "contact": start.contactIdentifier.map { .string($0) },
        ]
      case .answer: ["choice": .string(choice.rawValue)]
      case .end(let decline):
        [
          "decline": decline.map { .string($0.reason.rawValue) }, "cause": decline?.cause.map { .integer($0) },
          "text": decline?.text.map { .string($0) },
        ]
      case .setHeld(let isHeld): ["held": .bool(isHeld)]
      case .setMuted(let isMuted): ["muted": .bool(isMuted)]
      case .setGroup(let other): ["with": other.map { .call($0) }]
      case .playDTMF(let digits, _): ["digits": .string(digits)]
      case .transfer(.handle(let handle)), .deflect(let handle): ["handle": handle.json]
      case .transfer(.call(let other)): ["to": .call(other)]
      }
    let call = JSONValue.Member(name: "call", value: .call(call))
    return [call] + details.compactMap { name, value in value.map { JSONValue.Member(name: name, value: $0) } }
  }
}

extension JSONValue {
  /// A call as a `CallRef` of the host surface.
  fileprivate static func call(_ call: CallID) -> JSONValue { .string(call.uuidString) }
}
