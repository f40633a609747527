/// One action of a transaction, as the core receives it: an operation on a call, and the requester's terms.
public struct RequestedAction: Hashable, Sendable {
  /// The call that the action is about; for a Start, the new call's id.
  public let call: CallID
  /// The operation.
  public let operation: CallOperation
  /// The provider of a Start; nil for all others.
  public let provider: ProviderID?
  /// The effect on other calls that an Answer may have; `automatic` for all others.
  public let choice: AnswerChoice

  private init(_ call: CallID, _ operation: CallOperation, provider: ProviderID? = nil, choice: AnswerChoice = .automatic) {
    self.call = call
    self.operation = operation
    self.provider = provider
    self.choice = choice
  }

  /// Returns an action for any operation but a Start, with the default terms.
  public static func perform(_ operation: CallOperation, on call: CallID) -> RequestedAction {
    RequestedAction(call, operation)
  }

  /// Returns a Start of a new call through a provider.
  public static func start(_ call: CallID, provider: ProviderID, _ details: StartDetails) -> RequestedAction {
    RequestedAction(call, .start(details), provider: provider)
  }

  /// Returns an Answer with the effect that it may have on other calls.
  public static func answer(_ call: CallID, _ choice: AnswerChoice) -> RequestedAction {
    RequestedAction(call, .answer, choice: choice)
  }

  /// The operation's kind.
  public var kind: CallOperation.Kind { operation.kind }
}

// Short forms of `perform(_:on:)`.
extension RequestedAction {
  /// End or decline a call.
  public static func end(_ call: CallID, _ decline: Decline? = nil) -> RequestedAction { .perform(.end(decline), on: call) }
  /// Hold (true) or resume (false) the whole group of a call.
  public static func setHeld(_ call: CallID, _ value: Bool) -> RequestedAction { .perform(.setHeld(value), on: call) }
  /// Mute or unmute a call.
  public static func setMuted(_ call: CallID, _ value: Bool) -> RequestedAction { .perform(.setMuted(value), on: call) }
  /// Join the group of another call; with nil, leave the group and become the front alone.
  public static func setGroup(_ call: CallID, with other: CallID?) -> RequestedAction { .perform(.setGroup(with: other), on: call) }
  /// Send tones.
  public static func playDTMF(_ call: CallID, _ digits: String) -> RequestedAction { .perform(.playDTMF(digits), on: call) }
  /// Transfer a call.
  public static func transfer(_ call: CallID, _ target: TransferTarget) -> RequestedAction { .perform(.transfer(target), on: call) }
}

/// The effect on other calls that an Answer may have.
public enum AnswerChoice: String, Codable, Sendable, CaseIterable {
  /// Hold what can be held, end what cannot, and make room if necessary.
  case automatic
  /// Hold the front call; never end a call.
  case holdActive
  /// End the front call; held calls stay held.
  case endActive
  /// End the least recently used held group and hold the front call.
  case endHeldAndHoldActive
}

extension RequestedAction: Codable {
  private enum CodingKeys: String, CodingKey {
    case call, operation, provider, choice
  }

  /// Encodes the action; members with their default value are left out.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(call, forKey: .call)
    try values.encode(operation, forKey: .operation)
    try values.encodeIfPresent(provider, forKey: .provider)
    if choice != .automatic { try values.encode(choice, forKey: .choice) }
  }

  /// Decodes an action, also from journals of earlier versions.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    guard values.contains(.call) else {
      self = try EarlierAction(from: decoder).action
      return
    }
    call = try values.decode(CallID.self, forKey: .call)
    operation = try values.decode(CallOperation.self, forKey: .operation)
    provider = try values.decodeIfPresent(ProviderID.self, forKey: .provider)
    choice = try values.decodeIfPresent(AnswerChoice.self, forKey: .choice) ?? .automatic
    guard (provider != nil) == (kind == .start) else {
      throw DecodingError.dataCorruptedError(
        forKey: .provider, in: values, debugDescription: "a Start, and no other action, has a provider")
    }
  }
}

/// An action in a journal of an earlier version, which had one case for each kind; no kind is ever added here.
private enum EarlierAction: Decodable {
  case start(CallID, provider: ProviderID, StartDetails)
  case answer(CallID, AnswerChoice)
  case end(CallID, Decline?)
  case setHeld(CallID, Bool)
  case setMuted(CallID, Bool)
  case setGroup(CallID, with: CallID?)
  case playDTMF(CallID, String)
  case transfer(CallID, TransferTarget)

  var action: RequestedAction {
    switch self {
    case .start(let call, let provider, let details): .start(call, provider: provider, details)
    case .answer(let call, let choice): .answer(call, choice)
    case .end(let call, let decline): .perform(.end(decline), on: call)
    case .setHeld(let call, let value): .perform(.setHeld(value), on: call)
    case .setMuted(let call, let value): .perform(.setMuted(value), on: call)
    case .setGroup(let call, let other): .perform(.setGroup(with: other), on: call)
    case .playDTMF(let call, let digits): .perform(.playDTMF(digits), on: call)
    case .transfer(let call, let target): .perform(.transfer(target), on: call)
    }
  }
}
