/// Whom an outgoing call is to, and how.
public struct StartDetails: Hashable, Codable, Sendable {
  /// Whom to call.
  public var handle: Handle
  /// Whether it should carry video.
  public var isVideo: Bool
  /// The person's record in an address book, if they were chosen from one.
  public var contactIdentifier: String?

  /// Names whom to call.
  public init(handle: Handle, isVideo: Bool = false, contactIdentifier: String? = nil) {
    self.handle = handle
    self.isVideo = isVideo
    self.contactIdentifier = contactIdentifier
  }
}
