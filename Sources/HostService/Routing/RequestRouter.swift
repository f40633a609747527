package import CallControl
package import HostSurface
package import StrictJSON

/// The lines and calls that a request names.
package struct RequestSubject: Hashable, Sendable {
  /// The line; nil where the request names none.
  package var line: String?
  /// The calls that no line of this host has.
  package var calls: [CallID]
  /// The number of a request that another host performs.
  package var request: Int?

  /// The first number of requests that other hosts perform; a host's own have lower ones.
  package static let firstForeign = 1 << 40

  /// Creates a subject.
  package init(line: String? = nil, calls: [CallID] = [], request: Int? = nil) {
    (self.line, self.calls, self.request) = (line, calls, request)
  }
}

/// The node at which a request is answered.
package enum RequestPlace: Hashable, Sendable {
  /// This one.
  case here
  /// Another one; `node` is nil where none is known at the moment.
  case elsewhere(node: String?)
}

/// The person or program that makes a request at another node, which has judged its rights.
package struct RemoteActor: Hashable, Sendable {
  /// The name for the history and the journals.
  package var name: String
  /// The rights that the request needs.
  package var rights: Set<Right>
  /// The lines to which the rights extend, by name or with a `*` at the end; nil for all.
  package var lines: [String]?
  /// True when the actor may say that a person makes its requests (A6).
  package var mayBeUser: Bool
  /// False when the actor may not see numbers and names.
  package var seesNumbers: Bool

  /// Creates an actor.
  package init(name: String, rights: Set<Right>, lines: [String]? = nil, mayBeUser: Bool = false, seesNumbers: Bool = true) {
    (self.name, self.rights, self.lines, self.mayBeUser, self.seesNumbers) = (name, rights, lines, mayBeUser, seesNumbers)
  }
}

/// A request on its way to another node.
package struct RoutedRequest: Sendable {
  /// The method.
  package var method: MethodName
  /// The parameters as the peer wrote them.
  package var given: JSONValue
  /// The lines and calls that it names.
  package var subject: RequestSubject
  /// The actor, whose rights were judged.
  package var actor: RemoteActor
  /// The time within which an answer is of use.
  package var limit: Duration
  /// Performs the request at this node, because its line has come here meanwhile.
  package var performHere: @Sendable () -> Void

  /// Creates a request.
  package init(
    method: MethodName, given: JSONValue, subject: RequestSubject, actor: RemoteActor, limit: Duration,
    performHere: @escaping @Sendable () -> Void
  ) {
    (self.method, self.given, self.subject, self.actor, self.limit) = (method, given, subject, actor, limit)
    self.performHere = performHere
  }
}

/// The way by which requests about lines of other nodes leave a host.
///
/// Its functions may be called on any thread, and wait for nothing.
package protocol RequestRouter: AnyObject, Sendable {
  /// Returns the node that answers a request.
  func place(of subject: RequestSubject) -> RequestPlace

  /// Sends a request to the node that answers it.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - reply: receives the answer, exactly once, on any thread.
  func forward(_ request: RoutedRequest, reply: @escaping @Sendable (Result<JSONValue, MethodError>) -> Void)

  /// Returns the answer of `history.list` from the records of all nodes; nil where this node's own history has it.
  ///
  /// - Parameters:
  ///   - line: the line that the filter names.
  ///   - filter: the filter, a `HistoryFilter`.
  ///   - before: the number before which the page begins.
  ///   - limit: the size of the page.
  ///   - reply: receives the answer, exactly once, unless the function returns false.
  /// - Returns: false where the node's own history is to answer.
  func history(
    of line: String, _ filter: JSONValue, before: Int?, limit: Int, reply: @escaping @Sendable (Result<JSONValue, MethodError>) -> Void
  ) -> Bool

  /// Lets the states and records of lines of other nodes come here while a subscription names them.
  ///
  /// - Parameters:
  ///   - watch: the subscription.
  ///   - lines: the lines.
  ///   - ready: called once the states are here, or cannot be had soon; on any thread, possibly before this function returns.
  func watch(_ watch: LineWatch, _ lines: Set<String>, ready: @escaping @Sendable () -> Void)

  /// Begins a subscription at the node that has a line or a call, whose notifications come to a session of this host until `unwatch`.
  ///
  /// - Parameters:
  ///   - feed: its name.
  ///   - request: `levels.subscribe`, `calls.subscribe` or `trace.subscribe`, about one line or one call.
  ///   - hear: takes the answer first, exactly once and also where `unwatch` comes before it, and then the news in their order; on any
  ///     thread.
  func feed(_ feed: LineWatch, _ request: RoutedRequest, hear: @escaping @Sendable (FeedNews) -> Void)

  /// Ends subscriptions of `watch` and `feed`; without a number, for all subscriptions of the session.
  func unwatch(session: Int, watch: Int?)

  /// Returns an id for a new call of a line, by which each node finds the line's slot.
  func newCall(on line: String) -> CallID

  /// Returns the calls of nodes that are gone, as `Call` of the host surface with `stray`; of one line, or of all that this node owns.
  func strays(of line: String?) -> [JSONValue]
}

/// The name of a subscription that watches lines.
package struct LineWatch: Hashable, Sendable {
  /// The session.
  package let session: Int
  /// A number that the session uses once.
  package let number: Int

  /// Creates a name.
  package init(session: Int, number: Int) {
    (self.session, self.number) = (session, number)
  }
}

/// News of a subscription at another node.
package enum FeedNews: Sendable {
  /// The answer to the subscription; nothing follows an error.
  case answer(Result<JSONValue, MethodError>)
  /// The members of a notification.
  case notification(JSONValue)
  /// A further answer: notifications were lost, or another node has the line now.
  case again(JSONValue)
  /// Nothing more comes, for a reason.
  case ended(String)
}

/// A state or a record of a line of another node.
package enum RemoteNews: Sendable {
  /// The newest value of a state; nil for a key that has ended.
  case state(StateKey, JSONValue?)
  /// A record of a topic: its kind, its time, and its own members.
  case record(Topic, kind: String, time: SurfaceTime, line: String, call: String?, provider: String?, data: JSONValue)
}
