/// The callee and the options of an outgoing call.
public struct StartDetails: Hashable, Codable, Sendable {
  /// The handle to call.
  public var handle: Handle
  /// True when the call should carry video.
  public var isVideo: Bool
  /// The callee's address-book record, if the user chose one.
  public var contactIdentifier: String?

  /// Creates the details of an outgoing call.
  public init(handle: Handle, isVideo: Bool = false, contactIdentifier: String? = nil) {
    self.handle = handle
    self.isVideo = isVideo
    self.contactIdentifier = contactIdentifier
  }
}
