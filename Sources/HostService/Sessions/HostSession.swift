internal import HostSurface
internal import Locking
internal import StrictJSON

/// A session of a `HostService`.
final class HostSession: ServiceSession {
  private let service: HostService
  let number: Int

  init(_ service: HostService, _ number: Int) {
    (self.service, self.number) = (service, number)
  }

  deinit { service.close(number) }

  func perform(_ method: String, _ parameters: JSONValue?, reply: @escaping @Sendable (ServiceReply) -> Void) {
    service.perform(method, parameters, session: number, reply: reply)
  }

  func notifications(limit: Int) -> NotificationBatch {
    let masks = service.endIfExpired(number)
    let (lines, sequence, isLast) = service.state.withLock { $0.notifications(of: number, limit: limit) }
    var texts = lines.map(\.text)
    if !isLast, texts.count < limit { texts += service.callLines(of: number) }
    if !isLast { texts += service.traceLines(of: number, limit: limit - texts.count) }
    if !isLast { texts += service.feedLines(of: number, limit: limit - texts.count) }
    if masks.numbers { texts = texts.map { NumberMask.masked(line: $0) } }
    if masks.traces { texts = texts.map { TraceMask.masked(line: $0) } }
    return NotificationBatch(texts, upTo: sequence, isLast: isLast)
  }

  func close() { service.close(number) }
}
