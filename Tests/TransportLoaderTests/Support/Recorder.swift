import Foundation

@testable import TransportLoader

/// A sink that records messages and lets tests wait for them.
///
/// `@unchecked Sendable`: everything is behind the condition's lock.
final class Recorder: TransportInstanceSink, @unchecked Sendable {
  private let condition = NSCondition()
  private var heard: [TransportWord] = []
  private var sizes: [Int] = []

  func receive(_ words: [TransportWord], from instance: TransportInstance) {
    condition.withLock {
      heard += words
      sizes.append(words.count)
      condition.broadcast()
    }
  }

  /// The messages so far.
  var words: [TransportWord] { condition.withLock { heard } }
  /// The number of messages in each delivery.
  var batches: [Int] { condition.withLock { sizes } }

  /// Waits until `isThere` returns true for the messages; false after a minute, or after six seconds with a faulty host.
  @discardableResult
  func wait(until isThere: ([TransportWord]) -> Bool) -> Bool {
    let limit = Date(timeIntervalSinceNow: Planted.host == nil ? 60 : 6)
    return condition.withLock {
      while !isThere(heard) {
        if !condition.wait(until: limit) { return isThere(heard) }
      }
      return true
    }
  }

  /// Waits for a message whose text begins with `text`.
  @discardableResult
  func wait(for text: String) -> Bool { wait { $0.contains { $0.text.hasPrefix(text) } } }

  /// The messages as short texts.
  var texts: [String] { words.map(\.text) }
}

extension TransportWord {
  /// The message in short form, without times and handles.
  var text: String {
    switch self {
    case .completed(_, nil): "done"
    case .completed(_, .some(let fault)): "failed \(fault.code)"
    case .incoming(_, let info, _, _): "incoming \(info.handle)"
    case .updated: "updated"
    case .progress(_, let progress, _, _): "\(progress)"
    case .dtmf(_, let digits, _): "dtmf \(digits)"
    case .transferProgress(_, let native, let text, _): "transfer \(native) \(text)"
    case .transferRequested(_, let info, _): "asks for \(info.handle)"
    case .ended(_, let end, _, _): "ended \(end)"
    case .limits: "limits"
    case .line(let state, _, _): "line \(state)"
    case .reset: "reset"
    case .log(_, let topic, let message): "log \(topic): \(message)"
    case .wire(_, _, let isOutgoing, let name, let text): "wire \(isOutgoing ? ">" : "<") \(name) \(text)"
    case .activated: "activated"
    case .upgraded: "upgraded"
    case .closed: "closed"
    case .lost(let loss): "lost: \(loss)"
    }
  }
}
