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
    let (lines, sequence, isLast) = service.state.withLock { $0.notifications(of: number, limit: limit) }
    return NotificationBatch(lines.map(\.text), upTo: sequence, isLast: isLast)
  }

  func close() { service.close(number) }
}
