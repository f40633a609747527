internal import HookswitchCore
internal import StrictJSON

/// A text message of `hookswitch.media.v1` from the host to the program.
enum StreamNotice: Equatable, Sendable {
  /// The first message, before any audio.
  case started(StreamCall, isAgain: Bool)
  /// The far end sent digits.
  case digits(String)
  case mark(String, position: Int64, isFlushed: Bool)
  /// The answer to `flush`.
  case flushed(id: JSONValue?, position: Int64, dropped: Int64)
  case paused(position: Int64)
  case resumed(position: Int64)
  case drained(position: Int64)
  /// As many samples of the program wait as its limit: it should write no more.
  case full(queued: Int64)
  /// The program may write again.
  case room(queued: Int64)
  /// Samples of the program were dropped, because more than twice the limit waited.
  case overflow(dropped: Int64)
  case state(isHeld: Bool)
  /// The answer to `status`.
  case status(id: JSONValue?, AttachmentStatus)
  /// A message of the program was refused.
  case refused(id: JSONValue?, code: String, message: String)
  /// The last message.
  case stopped(StreamEnd, end: String?, position: Int64)

  /// Returns the message as JSON.
  ///
  /// - Parameters:
  ///   - sent: The samples of one channel sent to the program so far.
  func text(_ format: StreamFormat, sent: Int64) -> String {
    let json: JSONValue =
      switch self {
      case .started(let call, let isAgain): .object(call.members(format, isAgain: isAgain, sent: sent))
      case .digits(let digits): .object(of: ["type": "dtmf", "digits": .string(digits), "position": .integer(sent)])
      case .mark(let name, let position, let isFlushed):
        .object(of: ["type": "mark", "name": .string(name), "position": .integer(position), "flushed": .bool(isFlushed)])
      case .flushed(let id, let position, let dropped):
        .object(of: ["type": "flushed", "id": id, "position": .integer(position), "dropped": .integer(dropped)])
      case .paused(let position): .object(of: ["type": "paused", "position": .integer(position)])
      case .resumed(let position): .object(of: ["type": "resumed", "position": .integer(position)])
      case .drained(let position): .object(of: ["type": "drained", "position": .integer(position)])
      case .full(let queued): .object(of: ["type": "full", "queued_ms": .integer(format.milliseconds(queued))])
      case .room(let queued): .object(of: ["type": "room", "queued_ms": .integer(format.milliseconds(queued))])
      case .overflow(let dropped): .object(of: ["type": "overflow", "dropped": .integer(dropped)])
      case .state(let isHeld): .object(of: ["type": "state", "state": isHeld ? "held" : "active"])
      case .status(let id, let status):
        .object(of: [
          "type": "status", "id": id, "position": .integer(status.position), "queued_ms": .integer(format.milliseconds(status.queued)),
          "paused": .bool(status.isPaused), "lost_ms": .integer(format.milliseconds(status.lost / Int64(format.channels))),
          "underruns": .integer(status.underruns),
        ])
      case .refused(let id, let code, let message):
        .object(of: ["type": "error", "id": id, "code": .string(code), "message": .string(message)])
      case .stopped(let reason, let end, let position):
        .object(of: [
          "type": "stopped", "reason": .string(reason.rawValue), "end": end.map { .string($0) }, "position": .integer(position),
        ])
      }
    return json.text
  }
}

/// The format of a stream's audio: 16-bit samples, the channels interleaved.
struct StreamFormat: Hashable, Sendable {
  /// The samples per second of one channel.
  var rate: Int
  /// The channels that the program hears; it says one.
  var channels: Int
  /// The program's samples that may wait, in milliseconds.
  var queue: Int

  /// Returns the length of samples of one channel.
  func milliseconds(_ samples: Int64) -> Int64 { samples * 1_000 / Int64(rate) }

  /// The samples of 20 ms, of all channels together.
  var chunk: Int { rate / 50 * channels }
}

/// The description of a stream's call in the message `started`.
struct StreamCall: Equatable, Sendable {
  var stream: Int64
  var call: String
  var line: String
  var provider: String
  var direction: String
  var from: (kind: String, value: String)?
  var name: String?
  /// One JSON object of the embedding program.
  var parameters: JSONValue

  static func == (one: StreamCall, other: StreamCall) -> Bool {
    (one.stream, one.call, one.line, one.provider, one.direction, one.name) == (
      other.stream, other.call, other.line, other.provider, other.direction, other.name
    ) && one.from?.kind == other.from?.kind && one.from?.value == other.from?.value && one.parameters == other.parameters
  }

  fileprivate func members(_ format: StreamFormat, isAgain: Bool, sent: Int64) -> [JSONValue.Member] {
    let json = JSONValue.object(of: [
      "type": "started", "version": .integer(1), "stream": .string("\(stream)"), "call": .string(call), "line": .string(line),
      "provider": .string(provider), "direction": .string(direction),
      "from": from.map { .object(of: ["kind": .string($0.kind), "value": .string($0.value)]) }, "name": name.map { .string($0) },
      "format": .object(of: [
        "encoding": "s16le", "rate": .integer(format.rate), "channels": .integer(format.channels), "frame_ms": .integer(20),
      ]),
      "queue_ms": .integer(format.queue), "position": .integer(sent), "resumed": .bool(isAgain), "parameters": parameters,
    ])
    guard case .object(let members) = json else { return [] }
    return members
  }
}
