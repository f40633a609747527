/// SIP and SIPS URIs, compared by RFC 3261, 19.1.4, with IPv6 addresses by value (RFC 5954).
///
/// Comparison ignores a display name (`"Bob" <sip:bob@example.org>`).
public struct SIPURI: PairwiseHandleType {
  /// The identifier `sipURI`.
  public static let identifier = "sipURI"

  /// Creates the type.
  public init() {}

  /// Returns the URI's normal form: lower-case scheme, host and names, no needless escapes, parameters and header fields ordered by name.
  public func normalize(_ text: String) throws(HandleError) -> String {
    if !text.utf8.contains(UInt8(ascii: "<")) { return try ParsedSIPURI(text).description }
    let address = try NameAddress(parsing: text)
    return try ParsedSIPURI(address.handle.value).description
  }

  /// Returns true when two URIs match although only one has some of the parameters.
  public func isSame(_ a: String, _ b: String) -> Bool {
    guard let left = try? ParsedSIPURI(a), let right = try? ParsedSIPURI(b) else { return false }
    return left.matches(right)
  }

  /// Returns the URI without its parameters and header fields, the only parts in which matching URIs can differ.
  public func key(of handle: String) -> String {
    guard var uri = try? ParsedSIPURI(handle) else { return handle }
    uri.parameters = [:]
    uri.headers = []
    return uri.description
  }
}
