package import HostSurface
package import StrictJSON

/// The host as a door sees it.
///
/// A door opens one session for each connection, hands each request to the session, and sends the notifications that the session returns.
package protocol Service: Sendable {
  /// Opens a session for a peer. Any thread.
  ///
  /// - Parameters:
  ///   - peer: the peer, whose rights the service works out.
  ///   - wake: tells the door that notifications may wait. The service calls it on any thread; it must return at once and must not call the
  ///     session.
  func open(_ peer: Peer, wake: @escaping @Sendable () -> Void) -> any ServiceSession
}

/// One peer's connection to the host.
///
/// Any thread may call its functions.
package protocol ServiceSession: AnyObject, Sendable {
  /// Performs a method.
  ///
  /// - Parameters:
  ///   - method: the method's name as the peer wrote it; an unknown one is answered with `unknownMethod`.
  ///   - parameters: the parameters as the peer wrote them; nil stands for none.
  ///   - reply: receives the answer, exactly once, on any thread, possibly before this function returns.
  func perform(_ method: String, _ parameters: JSONValue?, reply: @escaping @Sendable (ServiceReply) -> Void)

  /// Returns the next notifications, oldest first, each as one line of JSON without its end.
  ///
  /// A notification that the door does not fetch costs the host nothing: it stays in the one log.
  ///
  /// - Parameter limit: the largest number of notifications, at least 1; one for a loss may come in addition.
  func notifications(limit: Int) -> NotificationBatch

  /// Ends the session: its subscriptions, providers and screeners. Replies that are under way are still called.
  func close()
}

/// The answer to one request.
package struct ServiceReply: Sendable {
  private enum Content: Sendable {
    case answer(Result<JSONValue, MethodError>)
    case subscription(SubscriptionAnswer)
  }

  private let content: Content
  /// The number of the last event before the answer.
  ///
  /// The door sends the notifications up to this number before the reply.
  package var sequence: UInt64

  /// Creates an answer.
  package init(_ answer: Result<JSONValue, MethodError>, after sequence: UInt64) {
    content = .answer(answer)
    self.sequence = sequence
  }

  /// Creates the answer to a subscription, which may have the states of thousands of calls.
  ///
  /// - Parameters:
  ///   - subscription: the answer.
  ///   - sequence: the number of the last event before it.
  package init(_ subscription: SubscriptionAnswer, after sequence: UInt64) {
    content = .subscription(subscription)
    self.sequence = sequence
  }

  /// The result, or the error.
  package var answer: Result<JSONValue, MethodError> {
    switch content {
    case .answer(let answer): answer
    case .subscription(let subscription): .success(subscription.json)
    }
  }

  /// The word of the error; nil for a result.
  var errorCode: String? {
    if case .answer(.failure(let error)) = content { error.code } else { nil }
  }

  /// Returns the answer with another result; an error stays.
  func mapped(_ change: (JSONValue) -> JSONValue) -> ServiceReply { ServiceReply(answer.map(change), after: sequence) }

  /// Returns the answer when a check of its result passes, else the check's error.
  func limited(_ check: (JSONValue) throws(MethodError) -> Void) -> ServiceReply {
    guard case .success(let result) = answer else { return self }
    do throws(MethodError) {
      try check(result)
      return self
    } catch {
      return ServiceReply(.failure(error), after: sequence)
    }
  }

  /// The number of bytes of its text, roughly.
  package var size: Int { if case .subscription(let subscription) = content { subscription.size } else { 512 } }

  /// Writes the member `result` or `error` of a response: a door that writes text needs no values of a large snapshot.
  package func write(to members: inout JSONWriter) {
    switch content {
    case .answer(.success(let result)): members.member("result", result)
    case .answer(.failure(let error)): members.member("error", error.json)
    case .subscription(let subscription): members.member("result", subscription)
    }
  }
}

/// Notifications for one connection.
package struct NotificationBatch: Sendable {
  /// The notifications, oldest first.
  package var lines: [String]
  /// The number of the last event that the session looked at for all its subscriptions; the newest one when it has none.
  package var sequence: UInt64
  /// True when the door must close the connection after these lines, such as after `goodbye`.
  package var isLast: Bool

  /// Creates a batch.
  package init(_ lines: [String], upTo sequence: UInt64, isLast: Bool = false) {
    self.lines = lines
    self.sequence = sequence
    self.isLast = isLast
  }
}
