package import HostSurface
package import StrictJSON

/// An error of a client of the socket.
package enum ClientError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No daemon listens at the path.
  case noHost(path: String)
  /// A system call failed.
  case cannot(String)
  /// The host answered with an error.
  case refused(MethodError)
  /// The host did not answer in time; the request may still be performed.
  case deadline
  /// The connection has ended; `reason` is the word of the host's `goodbye`.
  case closed(reason: String?)

  /// One sentence for a person.
  package var description: String {
    switch self {
    case .noHost(let path): "no daemon listens at \(path): start it with `systemctl --user start hookswitch` or `hookswitch daemon`"
    case .cannot(let text): text
    case .refused(let error): error.message
    case .deadline: "the host has not answered in time; the request may still be performed"
    case .closed(let reason): "the host has closed the connection\(reason.map { ": " + $0 } ?? "")"
    }
  }
}

/// A notification of the host.
package struct ClientNotification: Equatable, Sendable {
  /// Its name, such as `record`.
  package let method: String
  /// Its parameters.
  package let parameters: JSONValue

  /// Creates a notification.
  ///
  /// - Parameters:
  ///   - method: its name.
  ///   - parameters: its parameters.
  package init(_ method: String, _ parameters: JSONValue) {
    self.method = method
    self.parameters = parameters
  }
}
