/// The details of a decline for the caller.
public struct Decline: Hashable, Codable, Sendable {
  /// The reason that the caller receives.
  public enum Reason: String, Codable, Sendable, CaseIterable {
    /// The person does not want the call: SIP's 603.
    case declined
    /// The person is busy here, and other devices may ring on: SIP's 486.
    case busy
    /// The person is busy everywhere, and no other device should ring: SIP's 600.
    case busyEverywhere
  }

  /// The longest text, in bytes of UTF-8.
  public static let textLimit = 512

  /// The reason that the caller receives.
  public var reason: Reason
  /// The Q.850 cause for the network; nil for the reason's own.
  public var cause: UInt32? {
    get { details?.value.cause }
    set { keep(newValue, text) }
  }
  /// A sentence for the caller; a network that cannot carry it leaves it out.
  public var text: String? {
    get { details?.value.text }
    set { keep(cause, newValue) }
  }

  /// The rare members.
  private struct Details: Hashable, Codable, Sendable {
    var cause: UInt32?
    var text: String?
  }

  /// Boxed, because operations are copied often and few of them have it.
  private var details: Boxed<Details>?

  private mutating func keep(_ cause: UInt32?, _ text: String?) {
    details = cause == nil && text == nil ? nil : Boxed(Details(cause: cause, text: text))
  }

  /// Creates a decline.
  public init(_ reason: Reason = .declined, cause: UInt32? = nil, text: String? = nil) {
    self.reason = reason
    keep(cause, text)
  }

  /// True when the decline is valid: a Q.850 cause (1 to 127), and a short text without control characters.
  var isSendable: Bool {
    if let cause, !(1...127).contains(cause) { return false }
    guard let text else { return true }
    return text.utf8.count <= Self.textLimit && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  private enum CodingKeys: String, CodingKey {
    case reason
  }

  /// Decodes the members; a missing cause or text is nil.
  public init(from decoder: any Decoder) throws {
    reason = try decoder.container(keyedBy: CodingKeys.self).decode(Reason.self, forKey: .reason)
    let details = try Details(from: decoder)
    keep(details.cause, details.text)
  }

  /// Encodes the members that are not nil.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(reason, forKey: .reason)
    try (details?.value ?? Details()).encode(to: encoder)
  }
}
