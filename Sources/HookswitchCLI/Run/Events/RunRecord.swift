internal import FoundationEssentials
internal import Hookswitch
internal import StrictJSON

/// An event or an answer as one line of JSON: fields that do not apply are left out, keys come in alphabetical order.
struct RunRecord: Encodable, Sendable {
  struct Failure: Encodable, Sendable {
    var code: String
    var calls: [String]?
    var message: String
  }

  struct CallFields: Encodable, Sendable {
    var call: String
    var state: String
    var provider: String
    var providerName: String
    var line: String
    var direction: String
    var handle: String?
    var name: String?
    var localHandle: String?
    var divertedFrom: String?
    var correlationID: String?
    var extra: JSONValue?
    var label: String?
    var labelSource: String?
    var seconds: Double
    var muted: Bool
    var remotelyHeld: Bool
    var with: [String]
  }

  /// Seconds since the host began, to the millisecond.
  var time: Double
  /// The event; nil in an answer.
  var event: String?
  /// The outcome of a command: `done`, `refused` or `failed`; nil in an event.
  var answer: String?
  var command: String?
  var call: String?
  var uuid: String?
  var provider: String?
  /// The provider's display name, with each call.
  var providerName: String?
  var line: String?
  var direction: String?
  var handle: String?
  var name: String?
  /// The user's own handle: the called number of an incoming call, the calling one of an outgoing call.
  var localHandle: String?
  /// The handle that the caller dialed first, if the call was diverted.
  var divertedFrom: String?
  /// The network's id of the call.
  var correlationID: String?
  /// Further data of the transport.
  var extra: JSONValue?
  /// A screener's label, and the screener's name.
  var label: String?
  var labelSource: String?
  var state: String?
  var reason: String?
  var cause: String?
  var detail: String?
  var error: Failure?
  var calls: [CallFields]?
  var text: String?
  /// The answer to `audio`.
  var audio: AudioReport?
  /// The answer to `processes`.
  var processes: [ProcessReport.Process]?
  /// The answer to `upgrade`.
  var upgrades: [RunUpgrade]?
  /// The answer to `stats`: the transport's JSON.
  var stats: JSONValue?

  init(_ event: RunEvent) {
    time = Self.seconds(event.time.duration(from: .zero))
    switch event.body {
    case .provider(let name, let provider, let reason):
      self.event = name.rawValue
      self.provider = provider.rawValue
      self.reason = reason.isEmpty ? nil : reason
    case .state(let name, let call):
      self.event = call.state == .ringing ? EventName.incoming.rawValue : call.state.rawValue
      fill(name, call)
    case .call(let word, let name, let call, let detail):
      self.event = word.rawValue
      self.detail = detail.isEmpty ? nil : detail
      fill(name, call)
    case .message(let provider, let level, let text):
      self.event = "message"
      self.provider = provider.rawValue
      detail = ["error", "warning", "info", "debug", "trace"][Int(min(max(level, 1), 5)) - 1]
      self.text = text
    case .answer(let answer):
      fill(answer)
    }
  }

  private mutating func fill(_ name: CallName, _ call: Call) {
    self.call = name.description
    uuid = call.uuid.uuidString
    provider = call.provider.rawValue
    providerName = call.providerName
    line = call.line.rawValue
    direction = call.direction.rawValue
    handle = call.handle?.description
    self.name = call.name
    localHandle = call.localHandle?.description
    divertedFrom = call.divertedFrom?.description
    correlationID = call.correlationID
    extra = call.extraJSON.flatMap(Self.object)
    label = call.label
    labelSource = call.labelSource?.rawValue
    state = call.state.rawValue
    reason = call.end?.reason.rawValue
    cause = call.end?.cause?.word
    text = call.end?.transport.flatMap { $0.message.isEmpty ? nil : $0.message }
  }

  private mutating func fill(_ answer: CommandAnswer) {
    command = answer.command
    call = answer.call?.description
    audio = answer.audio
    processes = answer.processes?.processes
    upgrades = answer.upgrades
    stats = answer.diagnosis.flatMap { try? JSONReader.read(Array($0.utf8), limits: Self.limits) }
    text = answer.text ?? (stats == nil ? answer.diagnosis : nil)
    switch answer.outcome {
    case .done: self.answer = "done"
    case .misunderstood: fail("refused", "misunderstood", answer, [])
    case .refused(let error): fail("refused", error.code.rawValue, answer, error.calls)
    case .failed(let error): fail("failed", error.code.rawValue, answer, error.calls)
    case .timedOut: fail("failed", "timedOut", answer, [])
    case .notTold: fail("failed", "notTold", answer, [])
    case .notConfigured: fail("refused", "notConfigured", answer, [])
    case .notRecorded: fail("failed", "notRecorded", answer, [])
    case .notUpgraded: fail("refused", "notUpgraded", answer, [])
    case .notRouted: fail("failed", "notRouted", answer, [])
    }
    calls = answer.listing?.map { listed in
      let entry = listed.entry
      return CallFields(
        call: listed.name.description, state: entry.state.rawValue, provider: entry.provider.rawValue, providerName: entry.providerName,
        line: entry.line.rawValue, direction: entry.direction.rawValue, handle: entry.handle?.description, name: entry.party,
        localHandle: entry.localHandle?.description, divertedFrom: entry.divertedFrom?.description, correlationID: entry.correlationID,
        extra: entry.extra, label: entry.label, labelSource: entry.labelSource, seconds: entry.seconds, muted: entry.isMuted,
        remotelyHeld: entry.isRemotelyHeld, with: listed.with.map(\.description))
    }
  }

  private mutating func fail(_ word: String, _ code: String, _ answer: CommandAnswer, _ calls: [CallID]) {
    self.answer = word
    let names = calls.compactMap { answer.names[$0]?.description }
    error = Failure(code: code, calls: names.isEmpty ? nil : names, message: answer.reason)
  }

  /// The limits on a transport's JSON.
  private static let limits = JSONLimits(depth: 512)

  /// Parses a JSON object; nil for other text.
  private static func object(_ text: String) -> JSONValue? {
    guard case .object(let members)? = try? JSONReader.read(Array(text.utf8), limits: limits) else { return nil }
    return .object(members)
  }

  private static func seconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds * 1000 + attoseconds / 1_000_000_000_000_000) / 1000
  }

  /// The record as one line.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // The record has only texts and whole milliseconds, so encoding cannot fail.
    guard let data = try? encoder.encode(self) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}

extension Instant {
  fileprivate func duration(from earlier: Instant) -> Duration { earlier.duration(to: self) }
}

extension JSONValue: Encodable {
  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Encodes the value as itself, for a transport's JSON within a record.
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var object = encoder.container(keyedBy: Name.self)
      for member in members { try object.encode(member.value, forKey: Name(stringValue: member.name)) }
    case .array(let items):
      var array = encoder.unkeyedContainer()
      for item in items { try array.encode(item) }
    case .null, .bool, .number, .string:
      var value = encoder.singleValueContainer()
      switch self {
      case .bool(let bool): try value.encode(bool)
      case .number(let number): if let whole = Int64(exactly: number) { try value.encode(whole) } else { try value.encode(number.double) }
      case .string(let string): try value.encode(string)
      default: try value.encodeNil()
      }
    }
  }
}
