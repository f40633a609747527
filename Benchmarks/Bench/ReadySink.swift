import Dispatch
import TransportLoader

/// Hears of an instance only that its line is ready.
final class ReadySink: TransportInstanceSink {
  private let ready: DispatchSemaphore

  init(_ ready: DispatchSemaphore) {
    self.ready = ready
  }

  func receive(_ words: [TransportWord], from instance: TransportInstance) {
    for case .line(.ready, _, _) in words { ready.signal() }
  }
}
