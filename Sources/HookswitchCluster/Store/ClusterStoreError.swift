/// The reason why the engine did not do something.
package enum ClusterStoreError: Error, Hashable, Sendable {
  /// There is no connection to the engine.
  case disconnected(reason: String)
  /// The engine did not answer within the limit; it may have done it.
  case unanswered(subject: String)
  /// Nobody listens to the subject.
  case nobodyThere(subject: String)
  /// The engine refused, and will refuse a repetition too.
  case refused(subject: String, code: Int, text: String)
  /// A text is no key or subject.
  case badName(String)
  /// The message is longer than the engine takes.
  case tooLong(subject: String, bytes: Int, limit: Int)
  /// Too many things are under way.
  case full(limit: Int)
  /// A setting cannot be used.
  case badSetting(name: String, reason: String)
  /// A stream has settings that this version cannot work with.
  case wrongStream(name: String, setting: String)
  /// The client's library cannot be opened; the reason names its package.
  case missingLibrary(reason: String)
  /// The store was closed.
  case closed
}

extension ClusterStoreError: CustomStringConvertible {
  /// One sentence: the failure, the place, and the remedy.
  package var description: String {
    switch self {
    case .disconnected(let reason): "no NATS server is connected (\(reason)): check \"servers\" of the cluster, and that they run"
    case .unanswered(let subject):
      "the engine did not answer a message to \(subject), and may have taken it: send it again under the same id"
    case .nobodyThere(let subject): "nobody listens to \(subject): try again once its owner has started"
    case .refused(let subject, let code, let text): "the engine refused a message to \(subject): \(text) (\(code))"
    case .badName(let name): "\(name.debugDescription) is no key: use letters, digits, - _ = and single dots between them"
    case .tooLong(let subject, let bytes, let limit):
      "a message of \(bytes) bytes to \(subject) is longer than the limit of \(limit): send less"
    case .full(let limit): "\(limit) messages wait for the engine: try again once some are answered"
    case .badSetting(let name, let reason): "the cluster's setting \(name.debugDescription) cannot be used: \(reason)"
    case .wrongStream(let name, let setting):
      "the stream \(name) has another \(setting) than this version needs: set it with `nats stream edit \(name)`"
    case .missingLibrary(let reason): "the library of the cluster's engine cannot be opened: \(reason)"
    case .closed: "the connection to the cluster is closed"
    }
  }
}
