import Dispatch
import TransportLoader

/// Signals when the line of an instance is ready, and ignores all other reports.
final class ReadySink: TransportInstanceSink {
  private let ready: DispatchSemaphore

  init(_ ready: DispatchSemaphore) {
    self.ready = ready
  }

  func receive(_ words: [TransportWord], from instance: TransportInstance) {
    for case .line(.ready, _, _) in words { ready.signal() }
  }
}
