public import FoundationEssentials

/// A call requested from outside a program: by a link, another program, or a list of recent calls.
///
/// ```swift
/// // monkeycall://5550100?video=1
/// let request = try StartCallRequest(url: link, scheme: "monkeycall")
/// try await controller.start(request)
/// ```
///
/// After the start-call intents that go with CallKit. A link comes from a stranger: show the handle and ask the user before you start the
/// call.
public struct StartCallRequest: Hashable, Sendable {
  /// The handle to call.
  public var handle: Handle
  /// The provider to call through; nil for the controller's choice.
  public var provider: ProviderID?
  /// True when the call should carry video.
  public var isVideo: Bool
  /// The callee's address-book record.
  public var contactIdentifier: String?

  /// Creates a request to call `handle`.
  public init(handle: Handle, provider: ProviderID? = nil, isVideo: Bool = false, contactIdentifier: String? = nil) {
    self.handle = handle
    self.provider = provider
    self.isVideo = isVideo
    self.contactIdentifier = contactIdentifier
  }

  /// Reads a link: `tel:`, `sip:`, `sips:`, `mailto:`, or a URL of the program's own scheme, whose host is the handle.
  ///
  /// The query may have `video` (`1`, `true`, `0` or `false`), `provider` and `contact`; other members are ignored. Header fields of a SIP
  /// URI are left out, since a stranger's link must not set any.
  ///
  /// - Parameters:
  ///   - url: the link, at most 2,048 bytes.
  ///   - scheme: the program's own scheme; nil for any scheme outside the web's.
  /// - Throws: `StartCallRequestError` with the reason.
  public init(url: String, scheme: String? = nil) throws(StartCallRequestError) {
    let link = try CallLink(url, scheme: scheme)
    self.init(handle: link.handle)
    for (name, value) in link.query {
      switch name {
      case "video": isVideo = try Self.flag(value, in: url)
      case "provider": provider = ProviderID(rawValue: try Self.text(value, "provider", in: url))
      case "contact": contactIdentifier = try Self.text(value, "contact", in: url)
      default: continue
      }
    }
  }

  // The uses of Foundation are compiled into the programs that call them: a program without them links none of it but UUID and Date.

  /// Reads a link as `init(url: String, scheme:)` does.
  @export(implementation)
  public init(url: URL, scheme: String? = nil) throws(StartCallRequestError) {
    try self.init(url: url.absoluteString, scheme: scheme)
  }

  /// Reads a JSON object: `{"handle": "tel:+12025550100", "provider": "home", "video": true, "contact": "17"}`.
  ///
  /// `handle` is a text as in a link, or an object with `type` and `value`; the other members are optional. Unknown members are errors.
  ///
  /// - Throws: `StartCallRequestError` with the reason.
  @export(implementation)
  public init(json: String) throws(StartCallRequestError) {
    try self.init(json: json) { json in try JSONDecoder().decode(Self.self, from: Data(json.utf8)) }
  }

  @usableFromInline
  init(json: String, decode: (String) throws -> StartCallRequest) throws(StartCallRequestError) {
    guard json.utf8.count <= LinkText.limit * 2 else { throw StartCallRequestError(json, "it is longer than \(LinkText.limit * 2) bytes") }
    do {
      self = try decode(json)
    } catch let error as StartCallRequestError {
      throw error
    } catch let DecodingError.dataCorrupted(context) {
      throw StartCallRequestError(json, context.underlyingError as? StartCallRequestError, else: "it is not a JSON object of that form")
    } catch {
      throw StartCallRequestError(json, "it needs a member \"handle\", and \"provider\", \"video\" and \"contact\" of the right types")
    }
  }

  private static func flag(_ value: String, in url: String) throws(StartCallRequestError) -> Bool {
    switch value {
    case "1", "true": return true
    case "0", "false", "": return false
    default: throw StartCallRequestError(url, "video is \"\(value)\"; write 1, true, 0 or false")
    }
  }

  fileprivate static func text(_ value: String, _ name: String, in whole: String) throws(StartCallRequestError) -> String {
    guard !value.isEmpty, value.utf8.count <= 256, !value.hasControls else {
      throw StartCallRequestError(whole, "\(name) is empty, longer than 256 bytes, or has control characters")
    }
    return value
  }
}

extension StartCallRequest: Codable {
  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    static let handle = Name(stringValue: "handle")
    static let provider = Name(stringValue: "provider")
    static let video = Name(stringValue: "video")
    static let contact = Name(stringValue: "contact")
  }

  /// Decodes the form that `init(json:)` reads.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Name.self)
    if let extra = members.allKeys.first(where: { !["handle", "provider", "video", "contact"].contains($0.stringValue) }) {
      throw StartCallRequestError(extra.stringValue, "the member is unknown; write handle, provider, video or contact")
    }
    if let text = try? members.decode(String.self, forKey: .handle) {
      handle = try CallLink.handle(text)
    } else {
      handle = try members.decode(Handle.self, forKey: .handle)
      try CallLink.check(handle)
    }
    provider = try members.decodeIfPresent(String.self, forKey: .provider)
      .map { ProviderID(rawValue: try Self.text($0, "provider", in: $0)) }
    isVideo = try members.decodeIfPresent(Bool.self, forKey: .video) ?? false
    contactIdentifier = try members.decodeIfPresent(String.self, forKey: .contact).map { try Self.text($0, "contact", in: $0) }
  }

  /// Encodes the form that `init(json:)` reads.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Name.self)
    try members.encode(handle, forKey: .handle)
    try members.encodeIfPresent(provider?.rawValue, forKey: .provider)
    if isVideo { try members.encode(true, forKey: .video) }
    try members.encodeIfPresent(contactIdentifier, forKey: .contact)
  }
}
