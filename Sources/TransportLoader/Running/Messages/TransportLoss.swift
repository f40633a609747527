public import FoundationEssentials

/// The reason why an instance is gone.
public enum TransportLoss: Error, Hashable, Sendable, CustomStringConvertible {
  /// A step of its life failed, with this code and message.
  case refused(step: String, code: Int32, text: String)
  /// A plugin function did not return in time; its thread is lost.
  case late(call: String)
  /// It asked to be restarted, for this reason.
  case restart(String)
  /// The system had no thread or file descriptor left.
  case noResources

  /// The loss in one line.
  public var description: String {
    switch self {
    case .refused(let step, let code, let text): text.isEmpty ? "\(step) answered \(code)" : "\(step) answered \(code): \(text)"
    case .late(let call): "\(call) did not return in time"
    case .restart(let text): text.isEmpty ? "it requested a restart" : "it requested a restart: \(text)"
    case .noResources: "no thread or file descriptor is left for its event loop; raise the limit of open files (ulimit -n)"
    }
  }
}

extension TransportLoss: LocalizedError {
  /// The failure, its place and the advice, as one sentence.
  public var errorDescription: String? { "The transport is gone: \(description)\(description.hasSuffix(".") ? "" : ".")" }
}
