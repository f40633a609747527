internal import CallControl
internal import FoundationEssentials
internal import HookswitchCore
internal import HostSurface
internal import Locking
internal import StrictJSON

/// A screener that is a program behind a session (I8).
final class ProgramScreener: Sendable {
  /// The number of calls that are looked back on, and the number of late answers among them after which it is asked no more.
  static let memory = (calls: 50, late: 20)

  private struct Inner {
    var open: [CallID: CheckedContinuation<ScreenVerdict, Never>] = [:]
    /// True for each call that was answered in time, the oldest first.
    var past: [Bool] = []
  }

  let id: ScreenerID
  let session: Int
  private let tell: @Sendable (NotificationName, JSONValue) -> Void
  private let retire: @Sendable () -> Void
  private let inner = Locked(Inner())

  /// - Parameters:
  ///   - tell: sends a notification to the program.
  ///   - retire: is called once the program has been late too often.
  init(
    _ id: ScreenerID, session: Int, tell: @escaping @Sendable (NotificationName, JSONValue) -> Void, retire: @escaping @Sendable () -> Void
  ) {
    (self.id, self.session, self.tell, self.retire) = (id, session, tell, retire)
  }

  /// Asks the program about a call, and returns its verdict; `continue` once the host gives up.
  func ask(_ request: ScreeningRequest, deadline: Duration) async -> ScreenVerdict {
    let verdict: ScreenVerdict = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<ScreenVerdict, Never>) in
        if Task.isCancelled { return continuation.resume(returning: .continue) }
        inner.withLock { $0.open[request.call] = continuation }
        tell(
          .screenerAsk,
          .object(of: [
            "screener": .string(id.rawValue), "call": .string(request.call.uuidString), "provider": .string(request.provider.rawValue),
            "line": .string(request.line.rawValue), "update": request.update.json, "deadline": .seconds(deadline),
          ]))
        // The cancellation may have come before the continuation was there.
        if Task.isCancelled { giveUp(request.call) }
      }
    } onCancel: {
      giveUp(request.call)
    }
    return verdict
  }

  /// Answers for the program, which did not answer in time.
  private func giveUp(_ call: CallID) {
    let (waiting, isTooLate) = inner.withLock { inner in (inner.open.removeValue(forKey: call), Self.note(false, &inner.past)) }
    guard let waiting else { return }
    tell(.screenerGiveUp, .object(of: ["screener": .string(id.rawValue), "call": .string(call.uuidString)]))
    waiting.resume(returning: .continue)
    if isTooLate { retire() }
  }

  /// Takes the program's verdict; false when nothing is asked about the call.
  func answer(_ call: CallID, _ verdict: ScreenVerdict) -> Bool {
    let waiting = inner.withLock { inner in
      let waiting = inner.open.removeValue(forKey: call)
      if waiting != nil { _ = Self.note(true, &inner.past) }
      return waiting
    }
    waiting?.resume(returning: verdict)
    return waiting != nil
  }

  /// Lets all calls ring that wait for the program.
  func close() {
    let waiting = inner.withLock { inner in
      defer { inner.open = [:] }
      return Array(inner.open.values)
    }
    for continuation in waiting { continuation.resume(returning: .continue) }
  }

  private static func note(_ wasInTime: Bool, _ past: inout [Bool]) -> Bool {
    past.append(wasInTime)
    if past.count > memory.calls { past.removeFirst() }
    return past.count { !$0 } >= memory.late
  }
}

extension CallUpdate {
  /// The update as a `CallUpdate` of the host surface.
  var json: JSONValue {
    var members: [JSONValue.Member] = []
    if let remoteHandle { members.append(JSONValue.Member(name: "handle", value: remoteHandle.json)) }
    if let localizedCallerName { members.append(JSONValue.Member(name: "name", value: .string(localizedCallerName))) }
    for (name, capability) in CallCapabilities.named {
      if let value = self[capability] { members.append(JSONValue.Member(name: name, value: .bool(value))) }
    }
    return .object(members)
  }

  /// Reads a checked `CallUpdate`.
  init(json: JSONValue?) {
    self.init()
    remoteHandle = json?["handle"].flatMap { Handle(json: $0) }
    localizedCallerName = json?["name"]?.string
    for (name, capability) in CallCapabilities.named {
      if case .bool(let value)? = json?[name] { self[capability] = value }
    }
  }
}
