/// SIP and SIPS URIs, compared by RFC 3261, 19.1.4, with IPv6 addresses by value (RFC 5954).
///
/// A name around the address (`"Bob" <sip:bob@example.org>`) is left out.
public struct SIPURI: PairwiseHandleType {
  /// `sipURI`.
  public static let identifier = "sipURI"

  /// Knows no server.
  public init() {}

  /// The URI with scheme, host and names in lower case, needless escapes undone, and parameters and header fields in the order of their
  /// names.
  public func normalize(_ text: String) throws(HandleError) -> String {
    if !text.utf8.contains(UInt8(ascii: "<")) { return try ParsedSIPURI(text).description }
    let address = try NameAddress(parsing: text)
    return try ParsedSIPURI(address.handle.value).description
  }

  /// Whether two URIs are the same although one says less than the other.
  public func isSame(_ a: String, _ b: String) -> Bool {
    guard let left = try? ParsedSIPURI(a), let right = try? ParsedSIPURI(b) else { return false }
    return left.matches(right)
  }

  /// The URI without its parameters and header fields: these are all that two spellings of one URI may differ in.
  public func key(of handle: String) -> String {
    guard var uri = try? ParsedSIPURI(handle) else { return handle }
    uri.parameters = [:]
    uri.headers = []
    return uri.description
  }
}
