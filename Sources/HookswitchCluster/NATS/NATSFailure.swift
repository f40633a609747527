internal import CNATS

/// A failure of the library, with its text.
struct NATSFailure: Error {
  let status: natsStatus
  /// The code of JetStream; 0 for none.
  let code: Int
  let text: String

  /// Throws unless a function of the library succeeded.
  static func check(_ status: natsStatus, code: jsErrCode? = nil) throws(NATSFailure) {
    guard status != NATS_OK else { return }
    throw NATSFailure(status, code: code)
  }

  /// Reads the text of the last failure on this thread.
  init(_ status: natsStatus, code: jsErrCode? = nil) {
    self.status = status
    self.code = code.map { Int($0.rawValue) } ?? 0
    let last = libnats.nats_GetLastError(nil).map { String(cString: $0) } ?? ""
    let name = libnats.natsStatus_GetText(status).map { String(cString: $0) } ?? "\(status.rawValue)"
    text = last.isEmpty ? name : "\(name): \(last)"
  }

  /// True where the connection is the reason, so that the same may succeed later.
  var isOfConnection: Bool {
    let all = [
      NATS_IO_ERROR, NATS_CONNECTION_CLOSED, NATS_NO_SERVER, NATS_STALE_CONNECTION, NATS_CONNECTION_DISCONNECTED, NATS_TIMEOUT,
      NATS_NOT_YET_CONNECTED, NATS_NO_RESPONDERS, NATS_MISSED_HEARTBEAT, NATS_MISMATCH,
    ]
    return all.contains(status)
  }

  /// Returns the store's error for a failure of a question about a stream.
  func error(_ subject: String) -> ClusterStoreError {
    isOfConnection ? .unanswered(subject: subject) : .refused(subject: subject, code: code, text: text)
  }
}
