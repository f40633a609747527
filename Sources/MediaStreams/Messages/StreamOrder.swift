internal import CallControl
internal import StrictJSON

/// A text message of `hookswitch.media.v1` from the program to the host.
enum StreamOrder: Equatable, Sendable {
  case mark(String)
  case flush(id: JSONValue?)
  case pause
  case resume
  case status(id: JSONValue?)
  case detach
  /// An order to the call, for which the program needs the right to control it.
  case control(StreamControl, id: JSONValue?)
  /// A message of a known type that cannot be obeyed.
  case invalid(id: JSONValue?, String)
  /// A message of an unknown type, which is ignored.
  case unknown

  /// The limit on one message, in bytes.
  static let limit = 65_536

  /// Reads a message.
  ///
  /// - Throws: `StreamFault` for a text that is no JSON object, or nests deeper than 8.
  init(_ bytes: [UInt8]) throws(StreamFault) {
    let json: JSONValue
    do throws(JSONSyntaxError) {
      json = try JSONReader.read(bytes, limits: JSONLimits(depth: 8, size: Self.limit))
    } catch {
      throw StreamFault(.policy, "a message is no JSON: \(error.reason)")
    }
    guard case .object = json else { throw StreamFault(.policy, "a message is \(json.kind), not an object") }
    guard let type = json["type"]?.string else { throw StreamFault(.policy, "a message has no member type with a string") }
    let id = try Self.id(json["id"])
    func text(_ name: String, _ make: (String) -> StreamOrder) -> StreamOrder {
      guard let text = json[name]?.string, !text.isEmpty else { return .invalid(id: id, "\(type) needs the member \(name) with a text") }
      return make(text)
    }
    switch type {
    case "mark": self = text("name") { .mark($0) }
    case "flush": self = .flush(id: id)
    case "pause": self = .pause
    case "resume": self = .resume
    case "status": self = .status(id: id)
    case "detach": self = .detach
    case "answer": self = .control(.answer, id: id)
    case "hangup": self = .control(.hangUp, id: id)
    case "dtmf": self = text("digits") { .control(.digits($0), id: id) }
    case "transfer": self = text("to") { .control(.transfer(Handle(parsing: $0)), id: id) }
    default: self = .unknown
    }
    if case .mark(let name) = self, name.utf8.count > 256 { throw StreamFault(.policy, "a mark's name has more than 256 bytes") }
  }

  /// Takes an id for the answer: a number or a string of at most 256 bytes.
  private static func id(_ value: JSONValue?) throws(StreamFault) -> JSONValue? {
    switch value {
    case nil, .null: return nil
    case .number: return value
    case .string(let text) where text.utf8.count <= 256: return value
    default: throw StreamFault(.policy, "an id is no number and no string of at most 256 bytes")
    }
  }
}

/// An order of a program to its call.
enum StreamControl: Equatable, Sendable {
  case answer
  case digits(String)
  case transfer(Handle)
  case hangUp
}

/// A breach of the protocol, which ends the connection and never the call.
struct StreamFault: Error, Equatable, Sendable {
  /// The codes of RFC 6455, section 7.4.1.
  enum Code: UInt16, Sendable {
    /// 1000.
    case normal = 1_000
    /// 1008: a message breaks a rule.
    case policy = 1_008
    /// 1009: a message is too long.
    case tooLong = 1_009
  }

  let code: Code
  let reason: String

  init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
