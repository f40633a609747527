internal import CallControl
internal import CallStore
internal import HookswitchCore
package import HostSurface
internal import Locking
internal import StrictJSON

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

// The methods about the host and its lines.
extension HostService {
  func hello(_ call: MethodCall) -> JSONValue {
    let client = call.parameters.optionalText("client").map { name in
      call.parameters.optionalText("version").map { "\(name) \($0)" } ?? name
    }
    let cursor = state.withLock { state in
      state.sessions[call.session]?.client = client
      return state.log.cursor
    }
    return .object(of: [
      "host": .string("hookswitch"), "version": .string(settings.version), "protocol": .integer(HostSurface.protocolVersion),
      "epoch": .string(cursor.epoch), "sequence": .integer(cursor.sequence), "door": .string(call.peer.door.rawValue),
      "rights": .strings(Right.allCases.filter { call.rights.rights.contains($0) }.map(\.rawValue)),
      "methods": .strings(call.rights.permitted.map(\.rawValue)),
      "limits": .object(of: [
        "text": 4_096, "subscriptions": .integer(SessionState.subscriptionLimit), "keys": .integer(KeyTable.limit),
        "events": .integer(EventLog.Limits().events),
      ]), "session": call.rights.session.map { json(of: $0) }, "time": .string(time.description),
    ])
  }

  func status() -> JSONValue {
    let tally = host.core.callTally
    let (standing, clients, subscriptions) = state.withLock { state in
      // The host's own doors are no clients.
      let clients = state.sessions.values.filter { $0.peer.door != .text }
      return (state.standing, clients.count, clients.reduce(0) { $0 + $1.subscriptions.count })
    }
    return .object(of: [
      "state": .string(standing.state.rawValue), "since": .string(standing.since.description), "epoch": .string(settings.epoch),
      "pid": .integer(getpid()), "version": .string(settings.version), "config": settings.surroundings.config.map { .string($0) },
      "calls": .integer(tally.calls), "lines": .integer(host.lines.count), "clients": .integer(clients),
      "subscriptions": .integer(subscriptions), "unreadMissed": .integer(unreadMissed), "store": .string(storeState.rawValue),
      "problems": .array(standing.problems.map(\.json)), "log": settings.surroundings.log(),
    ])
  }

  func reload() async throws(MethodError) -> JSONValue {
    guard let reload = settings.surroundings.reload else { throw Self.noConfiguration }
    switch await reload() {
    case .success(let report): return report.json
    case .failure(let error): throw error
    }
  }

  func drain(_ deadline: Duration) throws(MethodError) -> JSONValue {
    guard let drain = settings.surroundings.drain else { throw Self.lacking("an end of its own", "host.drain") }
    setState(.draining)
    host.setDraining(true)
    drain(deadline)
    return status()
  }

  func stop(_ deadline: Duration) throws(MethodError) -> JSONValue {
    guard let stop = settings.surroundings.stop else { throw Self.lacking("an end of its own", "host.stop") }
    setState(.stopping)
    host.setDraining(true)
    stop(deadline)
    return status()
  }

  func setLog(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    guard let setLog = settings.surroundings.setLog else { throw Self.lacking("a log of its own", "host.setLog") }
    var topics: [String: LogLevel] = [:]
    if case .object(let members)? = parameters["topics"] {
      for member in members { topics[member.name] = member.value.string.flatMap { LogLevel(rawValue: $0) } }
    }
    setLog(parameters.word("level"), topics)
    tellStatus()
    return status()
  }

  /// The error of a host that has no configuration to read again.
  package static var noConfiguration: MethodError { lacking("a configuration file to read again", "host.reload") }

  /// The error of a method for which this program has no function.
  static func lacking(_ thing: String, _ method: String) -> MethodError {
    MethodError(
      .wrongState, "this program has not \(thing); call \(method) at a daemon", ["what": .string("method"), "name": .string(method)])
  }

  // MARK: Lines

  func lineList() -> JSONValue {
    let clock = wallClock
    let recorded = recordings.live
    let lines = host.lines.map { host.snapshot(of: $0).json(by: clock, recorded: recorded) }
    return .object(of: ["lines": .array(lines)])
  }

  func line(_ parameters: Parameters) -> JSONValue {
    host.snapshot(of: LineID(rawValue: parameters.text("line"))).json(by: wallClock, recorded: recordings.live)
  }

  func policy(_ parameters: Parameters) -> JSONValue { host.policy(of: LineID(rawValue: parameters.text("line"))).json }

  func setPolicy(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    let line = LineID(rawValue: parameters.text("line"))
    var policy = host.policy(of: line)
    try policy.take(parameters["policy"] ?? .object([]))
    host.setPolicy(policy, for: line)
    return host.policy(of: line).json
  }
}

extension LinePolicy {
  /// The policy as a `Policy` of the host surface.
  var json: JSONValue {
    let limits = Deadline.allCases.compactMap { deadline in
      deadlines[deadline].map { JSONValue.Member(name: deadline.rawValue, value: .seconds($0)) }
    }
    return .object(of: [
      "maximumCallGroups": .integer(maximumCallGroups), "maximumCallsPerCallGroup": .integer(maximumCallsPerCallGroup),
      "maximumRingingCalls": .integer(maximumRingingCalls), "autoResume": .string(autoResume.rawValue), "hostMixing": .bool(hostMixing),
      "deadlines": limits.isEmpty ? nil : .object(limits), "emergencyNumbers": .strings(emergencyNumbers),
      "transferRequests": .string(transferRequests.rawValue),
      "screeners": screeners.isEmpty ? nil : .strings(screeners.map(\.rawValue)),
    ])
  }

  /// Takes the members of a checked `Policy`; the other ones stay.
  ///
  /// - Throws: `invalid` for a limit below 1.
  mutating func take(_ value: JSONValue) throws(MethodError) {
    func limit(_ name: String, _ present: Int) throws(MethodError) -> Int {
      guard let number = value[name]?.integer else { return present }
      guard (1...1_000_000).contains(number) else {
        throw MethodError(
          .invalid, "\"/policy/\(name)\" should be a whole number from 1 to 1000000",
          ["at": .string("/policy/\(name)"), "expected": "whole number from 1 to 1000000"])
      }
      return number
    }
    maximumCallGroups = try limit("maximumCallGroups", maximumCallGroups)
    maximumCallsPerCallGroup = try limit("maximumCallsPerCallGroup", maximumCallsPerCallGroup)
    maximumRingingCalls = try limit("maximumRingingCalls", maximumRingingCalls)
    if let word = value["autoResume"]?.string.flatMap({ AutoResume(rawValue: $0) }) { autoResume = word }
    if case .bool(let flag)? = value["hostMixing"] { hostMixing = flag }
    if let numbers = value["emergencyNumbers"]?.strings { emergencyNumbers = numbers }
    if let word = value["transferRequests"]?.string.flatMap({ TransferRequestPolicy(rawValue: $0) }) { transferRequests = word }
    if let names = value["screeners"]?.strings { screeners = names.map { ScreenerID(rawValue: $0) } }
    for deadline in Deadline.allCases {
      if case .number(let number)? = value["deadlines"]?[deadline.rawValue] {
        deadlines[deadline] = .milliseconds(Int64((number.double * 1_000).rounded()))
      }
    }
  }
}
