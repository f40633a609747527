internal import CallControl
internal import FoundationEssentials
package import HostSurface
internal import StrictJSON

extension Handle {
  /// Returns the handle for a line of the log: whole for programs that debug, else its kind and its last four digits.
  ///
  /// - Parameter level: the level of the line.
  package func logText(at level: LogLevel) -> String {
    switch level {
    case .debug, .trace: return description
    case .error, .warning, .info:
      let kind = description.prefix { $0 != ":" }
      let digits = value.filter { ("0"..."9").contains($0) }.suffix(4)
      return kind.count < description.count ? "\(kind):…\(digits)" : "…\(digits)"
    }
  }
}

// The lines of the log about calls and requests. A line without a reader costs the question for its level only.
extension HostService {
  /// Logs a call that begins, at debug, or that has ended, at info.
  func log(_ call: Call) {
    let level = call.hasEnded ? LogLevel.info : .debug
    log(level, "provider.\(call.provider)", call.subject) {
      let party = call.handle?.logText(at: level) ?? "a withheld number"
      let way = call.isOutgoing ? "to" : "from"
      guard let end = call.end else { return "call \(call.uuid.uuidString.prefix(8)) \(way) \(party) begins" }
      let cause = end.cause.map { ", \($0.word)" } ?? ""
      return "call \(call.uuid.uuidString.prefix(8)) \(way) \(party) has ended: \(end.reason.rawValue)\(cause)"
    }
  }

  /// Logs a call that was refused before a person saw it, at info.
  func logRefusal(of call: CallID, _ error: CallError, line: LineID?, provider: ProviderID) {
    let subject = LogSubject(call: call.uuidString, line: line?.rawValue, provider: provider.rawValue)
    log(.info, "provider.\(provider)", subject) { "call \(call.uuidString.prefix(8)) is refused: \(error.code.rawValue)" }
  }

  /// Logs a request that a line judges, at debug; its parameters stay out.
  func log(_ request: Int, _ call: MethodCall, _ calls: [CallID], _ line: LineID) {
    let peer = call.actor
    let subject = LogSubject(call: calls.first?.uuidString, line: line.rawValue, peer: peer, request: request)
    let topic = call.peer.door == .sessionBus || call.peer.door == .systemBus ? "bus" : "socket"
    log(.debug, topic, subject) { "request \(request) of \(peer): \(call.parameters.method.rawValue)" }
  }

  private func log(_ level: LogLevel, _ topic: String, _ subject: LogSubject, _ text: () -> String) {
    guard let take = settings.surroundings.takeLogLine, settings.surroundings.logs(level, topic) else { return }
    take(ServiceLogLine(level: level, topic: topic, subject: subject, text: text()))
  }
}

extension Call {
  fileprivate var subject: LogSubject {
    LogSubject(call: uuid.uuidString, line: line.rawValue, provider: provider.rawValue)
  }
}
