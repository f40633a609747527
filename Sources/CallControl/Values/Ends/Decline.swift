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
  public var cause: UInt32?
  /// A sentence for the caller; a network that cannot carry it leaves it out.
  public var text: String?

  /// Creates a decline.
  public init(_ reason: Reason = .declined, cause: UInt32? = nil, text: String? = nil) {
    self.reason = reason
    self.cause = cause
    self.text = text
  }

  /// True when the decline is valid: a Q.850 cause (1 to 127), and a short text without control characters.
  var isSendable: Bool {
    if let cause, !(1...127).contains(cause) { return false }
    guard let text else { return true }
    return text.utf8.count <= Self.textLimit && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
