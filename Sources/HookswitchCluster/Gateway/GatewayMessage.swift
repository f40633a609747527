internal import ClusterControl
package import HostService
package import HostSurface
package import StrictJSON

/// The headers of the messages between gateways.
package enum GatewayHeader {
  /// The request's id, the same when it is sent again (K12).
  package static let id = "Hsw-Id"
  /// The milliseconds within which an answer is of use.
  package static let deadline = "Hsw-Deadline"
  /// The person or program that asks.
  package static let actor = "Hsw-Actor"
  /// The fence of the slot at its owner.
  package static let fence = "Hsw-Fence"
  /// The subject to which a subscription's events go.
  package static let delivery = "Hsw-Deliver"
  /// The number of an event of a delivery, from 1; 0 says that the delivery is over.
  package static let event = "Hsw-Event"
}

/// A message that is no request; it is not performed.
package struct GatewayFault: Error, Hashable, Sendable {
  /// The fault, and the remedy.
  package let reason: String
}

/// A request as one node sends it to another: the JSON-RPC object of the daemon's socket, with headers.
package struct GatewayRequest: Equatable, Sendable {
  /// The id, of 1 to 64 printable characters without spaces.
  package var id: String
  /// The milliseconds within which an answer is of use.
  package var deadline: Int64
  /// The person or program that asks.
  package var actor: RemoteActor
  /// The subject to which events go; nil for a request that is no subscription.
  package var delivery: String?
  /// The id of the JSON-RPC object, which the answer repeats.
  package var number: JSONValue
  /// The method's name.
  package var method: String
  /// The parameters; nil for none.
  package var parameters: JSONValue?

  /// The longest time for which a request may be on its way, in milliseconds.
  package static let longest: Int64 = 600_000

  /// Creates a request.
  package init(
    id: String, deadline: Int64, actor: RemoteActor, delivery: String? = nil, number: JSONValue? = nil, method: String,
    parameters: JSONValue?
  ) {
    self.id = id
    self.deadline = deadline
    self.actor = actor
    self.delivery = delivery
    self.number = number ?? .string(id)
    self.method = method
    self.parameters = parameters
  }

  /// Reads a message of another node.
  package init(_ message: ClusterMessage) throws(GatewayFault) {
    guard let id = message.header(GatewayHeader.id), (1...64).contains(id.utf8.count), id.utf8.allSatisfy({ (33...126).contains($0) })
    else { throw GatewayFault(reason: "the header Hsw-Id has no id of 1 to 64 characters") }
    guard let deadline = message.header(GatewayHeader.deadline).flatMap({ Int64($0) }), deadline >= 0 else {
      throw GatewayFault(reason: "the header Hsw-Deadline has no milliseconds")
    }
    guard let actor = message.header(GatewayHeader.actor).flatMap({ RemoteActor(header: $0) }) else {
      throw GatewayFault(reason: "the header Hsw-Actor names no actor with rights")
    }
    let delivery = message.header(GatewayHeader.delivery)
    guard delivery.map({ ClusterNames.isInbox($0) }) ?? true else { throw GatewayFault(reason: "the header Hsw-Deliver names no inbox") }
    let value: JSONValue
    do {
      value = try JSONReader.read(message.body, limits: JSONLimits(depth: 64, size: 1 << 20))
    } catch {
      throw GatewayFault(reason: "the body is no JSON: \(error)")
    }
    guard value["jsonrpc"]?.string == "2.0", let method = value["method"]?.string, let number = value["id"] else {
      throw GatewayFault(reason: "the body is no request of JSON-RPC 2.0 with an id")
    }
    switch number {
    case .string, .number: break
    case .null, .bool, .array, .object: throw GatewayFault(reason: "the id of the request is neither text nor a number")
    }
    self.init(
      id: id, deadline: min(deadline, Self.longest), actor: actor, delivery: delivery, number: number, method: method,
      parameters: value["params"])
  }

  /// Returns the message.
  package func message(to subject: String) -> ClusterMessage {
    var headers: [ClusterMessage.Header] = [
      .init(GatewayHeader.id, id), .init(GatewayHeader.deadline, "\(deadline)"), .init(GatewayHeader.actor, actor.header),
    ]
    if let delivery { headers.append(.init(GatewayHeader.delivery, delivery)) }
    let body = JSONValue.object(of: ["jsonrpc": "2.0", "id": number, "method": .string(method), "params": parameters])
    return ClusterMessage(subject: subject, headers: headers, body: body.jsonText())
  }
}

extension RemoteActor {
  /// The actor as the value of a header: JSON of ASCII characters alone, since a header has one line.
  package var header: String {
    let value = JSONValue.object(of: [
      "name": .string(NameToken.encode(name)), "rights": .strings(rights.sorted().map(\.rawValue)),
      "lines": lines.map { .strings($0.map(NameToken.encode(pattern:))) }, "user": mayBeUser ? .bool(true) : nil,
      "masked": seesNumbers ? nil : .bool(true),
    ])
    return value.text
  }

  /// Reads the value of a header; nil for any other text.
  package init?(header: String) {
    guard header.utf8.count <= 65_536, let value = try? JSONReader.read(Array(header.utf8), limits: JSONLimits(depth: 4)),
      let name = value["name"]?.string.flatMap({ NameToken.decode($0) }), let words = value["rights"]?.strings
    else { return nil }
    var lines: [String]?
    if let given = value["lines"] {
      guard let texts = given.strings else { return nil }
      lines = texts.compactMap { NameToken.decode(pattern: $0) }
      // A pattern that cannot be read must not widen the rights.
      guard lines?.count == texts.count else { return nil }
    }
    // A right of a later version is none here.
    self.init(
      name: name, rights: Set(words.compactMap { Right(rawValue: $0) }), lines: lines, mayBeUser: value["user"] == .bool(true),
      seesNumbers: value["masked"] != .bool(true))
  }
}

extension NameToken {
  /// Returns the token of a line's name, or of a pattern with a `*` at its end.
  fileprivate static func encode(pattern: String) -> String {
    pattern.last == "*" ? encode(String(pattern.dropLast())) + "*" : encode(pattern)
  }

  /// Returns the name or pattern of a token; nil when `encode` makes no such token.
  fileprivate static func decode(pattern token: String) -> String? {
    token.last == "*" ? decode(token.dropLast()).map { $0 + "*" } : decode(token)
  }
}

/// An answer as one node sends it to another.
package struct GatewayReply: Equatable, Sendable {
  /// The result, or the error.
  package var answer: Result<JSONValue, MethodError>
  /// The fence of the slot at the node that answers; nil where it owns none.
  package var fence: UInt64?

  /// Creates an answer.
  package init(_ answer: Result<JSONValue, MethodError>, fence: UInt64? = nil) {
    self.answer = answer
    self.fence = fence
  }

  /// Reads an answer to the request with this number.
  package init(_ message: ClusterMessage, to number: JSONValue) throws(GatewayFault) {
    let value: JSONValue
    do {
      value = try JSONReader.read(message.body, limits: JSONLimits(depth: 64, size: 8 << 20))
    } catch {
      throw GatewayFault(reason: "the answer is no JSON: \(error)")
    }
    guard value["id"] == number else { throw GatewayFault(reason: "the answer has another id") }
    fence = message.header(GatewayHeader.fence).flatMap { UInt64($0) }
    if let result = value["result"] {
      answer = .success(result)
    } else if let error = value["error"], let code = error["code"]?.integer, let text = error["message"]?.string {
      answer = .failure(MethodError(number: code, message: text, data: error["data"] ?? .object([])))
    } else {
      throw GatewayFault(reason: "the answer has neither a result nor an error")
    }
  }

  /// Returns the body of the message.
  package static func body(_ answer: Result<JSONValue, MethodError>, to number: JSONValue) -> [UInt8] {
    let (result, error): (JSONValue?, JSONValue?) =
      switch answer {
      case .success(let result): (result, nil)
      case .failure(let error): (nil, error.json)
      }
    return JSONValue.object(of: ["jsonrpc": "2.0", "id": number, "result": result, "error": error]).jsonText()
  }
}
