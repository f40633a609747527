internal import CallControl
package import HostSurface
internal import Locking
package import StrictJSON
internal import TransportLoader

/// A client of the socket, for the command and for tests.
///
/// Any thread.
///
/// Requests are answered to the caller, to a function or to a task; notifications go to a function, or wait for `next`. The connection is not
/// made anew when it ends: the caller connects again and subscribes with its cursor.
package final class SocketClient: Sendable {
  /// The time-out of a request that names none: longer than the host waits for a request with `wait: performed` by default.
  package static let patience = Duration.seconds(40)

  private let link: ClientLink

  /// Connects to a host.
  ///
  /// - Parameters:
  ///   - path: the path of the socket.
  ///   - deadline: the longest time to connect.
  ///   - notified: receives notifications on the client's thread; nil keeps them for `next`.
  ///   - ended: is called on the client's thread when the connection has ended, after all answers.
  /// - Throws: `noHost` when nothing listens there, else `cannot`.
  package init(
    _ path: String, deadline: Duration = .seconds(5), notified: (@Sendable (ClientNotification) -> Void)? = nil,
    ended: (@Sendable (ClientError) -> Void)? = nil
  ) throws(ClientError) {
    link = try ClientLink(path, deadline: deadline, notified: notified, ended: ended)
    try link.start()
  }

  deinit { link.close() }

  /// Greets the host, and returns its `Hello`.
  ///
  /// - Parameters:
  ///   - client: the name of the program.
  ///   - version: its version.
  package func hello(client: String, version: String? = nil) throws(ClientError) -> JSONValue {
    try request(.hostHello, .object(of: ["client": .string(client), "version": version.map { .string($0) }]))
  }

  /// Calls a method and waits for the result.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - parameters: its parameters; nil for none.
  ///   - deadline: the longest time to wait.
  /// - Throws: `refused` with the host's error, `deadline`, or `closed`.
  package func request(
    _ method: MethodName, _ parameters: JSONValue? = nil, deadline: Duration = patience
  ) throws(ClientError) -> JSONValue {
    try request(named: method.rawValue, parameters, deadline: deadline)
  }

  /// Calls a method by its name, which the host may not know, and waits for the result.
  ///
  /// - Parameters:
  ///   - name: the method's name.
  ///   - parameters: its parameters; nil for none.
  ///   - deadline: the longest time to wait.
  /// - Throws: `refused` with the host's error, `deadline`, or `closed`.
  package func request(
    named name: String, _ parameters: JSONValue? = nil, deadline: Duration = patience
  ) throws(ClientError) -> JSONValue {
    guard let done = EventDescriptor() else { throw .cannot("cannot make an eventfd: raise the limit of open files") }
    let answer = Locked<Result<JSONValue, ClientError>?>(nil)
    link.send(name, parameters, deadline: deadline) { result in
      answer.withLock { $0 = result }
      done.signal()
    }
    done.wait(milliseconds: -1)
    return try (answer.withLock { $0 } ?? .failure(.closed(reason: nil))).get()
  }

  /// Calls a method and suspends the task until the result.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - parameters: its parameters; nil for none.
  ///   - deadline: the longest time to wait.
  /// - Throws: `refused` with the host's error, `deadline`, or `closed`.
  package func result(
    of method: MethodName, _ parameters: JSONValue? = nil, deadline: Duration = patience
  ) async throws(ClientError) -> JSONValue {
    let result = await withCheckedContinuation { continuation in
      link.send(method.rawValue, parameters, deadline: deadline) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Calls a method and returns at once; it waits only while the host takes no further requests.
  ///
  /// - Parameters:
  ///   - method: the method's name.
  ///   - parameters: its parameters; nil for none.
  ///   - deadline: the longest time until the answer; nil for none.
  ///   - reply: receives the answer exactly once, on the client's thread.
  package func send(
    _ method: String, _ parameters: JSONValue? = nil, deadline: Duration? = nil,
    reply: @escaping @Sendable (Result<JSONValue, ClientError>) -> Void
  ) {
    link.send(method, parameters, deadline: deadline, reply: reply)
  }

  /// Returns the next notification; nil when none comes in time.
  ///
  /// At most 4,096 notifications wait; then the client reads no further, also no answers, until one is taken.
  ///
  /// - Parameter time: the longest time to wait.
  /// - Throws: `closed` when the connection has ended and no notification waits.
  package func next(within time: Duration) throws(ClientError) -> ClientNotification? { try link.next(within: time) }

  /// Ends the connection.
  ///
  /// Requests without an answer get `closed`.
  package func close() { link.close() }
}
