/// The limits of a socket door, each for one connection except where the comment names another scope.
package struct DoorLimits: Hashable, Sendable {
  /// The largest number of bytes of a line, without its end.
  package var line = 256 << 10
  /// The largest number of bytes of a line that calls `contact.import`.
  package var importLine = 4 << 20
  /// The deepest nesting of arrays and objects.
  package var depth = 32
  /// The largest number of members of one object.
  package var members = 1_024
  /// The largest number of requests without an answer; the door reads on when one is answered.
  package var unanswered = 64
  /// The rate of requests of root and of the host's own user.
  package var ownerRate = RateLimit(perSecond: 50_000, burst: 50_000)
  /// The rate of requests of other users and of sandboxed programs.
  package var otherRate = RateLimit(perSecond: 200, burst: 400)
  /// The number of requests above the rate, in a row, after which the door closes the connection.
  package var tooFastInRow = 1_000
  /// The largest number of connections of all users.
  package var connections = 2_048
  /// The largest number of connections of each user but root and the host's own.
  package var connectionsPerUser = 64
  /// The number of bytes that the client has not read at which the door stops reading its requests.
  package var unread = 1 << 20
  /// The number of bytes that the client has not read at which notifications stay in the host's log.
  ///
  /// It is less than `unread`, since a client that catches up is better served by new states than by old ones.
  package var unreadNotifications = 64 << 10
  /// The longest time without progress of a client that has something to read.
  package var stall = Duration.seconds(30)
  /// The number of first lines that are no JSON objects, in a row, after which the door closes the connection.
  package var garbageLines = 10

  /// Creates the default limits.
  package init() {}

  /// The number of bytes that one turn reads from a connection.
  static let portion = 64 << 10
}

/// A rate of requests.
package struct RateLimit: Hashable, Sendable {
  /// The number of requests a second, at least 1.
  package var perSecond: Int
  /// The number of requests that may come at once, at least 1.
  package var burst: Int

  /// Creates a rate.
  ///
  /// - Parameters:
  ///   - perSecond: the number of requests a second, at least 1.
  ///   - burst: the number of requests that may come at once, at least 1.
  package init(perSecond: Int, burst: Int) {
    self.perSecond = max(1, perSecond)
    self.burst = max(1, burst)
  }
}
