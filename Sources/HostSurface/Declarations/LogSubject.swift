/// The things that a line of the log is about.
package struct LogSubject: Hashable, Sendable {
  /// The call, by its UUID.
  package var call: String?
  /// The line's name.
  package var line: String?
  /// The provider's name.
  package var provider: String?
  /// The peer, as grants name it.
  package var peer: String?
  /// The number of the request.
  package var request: Int?

  /// Creates a subject.
  ///
  /// - Parameters:
  ///   - call: the call's UUID.
  ///   - line: the line's name.
  ///   - provider: the provider's name.
  ///   - peer: the peer, as grants name it.
  ///   - request: the number of the request.
  package init(call: String? = nil, line: String? = nil, provider: String? = nil, peer: String? = nil, request: Int? = nil) {
    (self.call, self.line, self.provider, self.peer, self.request) = (call, line, provider, peer, request)
  }

  /// The names and values of the things, in the order of the journal's fields.
  package var members: [(name: String, value: String)] {
    let members: [(String, String?)] = [
      ("call", call), ("line", line), ("provider", provider), ("peer", peer), ("request", request.map { "\($0)" }),
    ]
    return members.compactMap { name, value in value.map { (name, $0) } }
  }
}
