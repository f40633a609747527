extension Handle {
  /// The user or number that the handle names: the user of a SIP URI with its escapes resolved, or the whole value of another handle; nil
  /// for a SIP URI without a user, or whose user is not UTF-8.
  package var user: String? {
    guard type == .sipURI else { return value }
    guard let uri = try? ParsedSIPURI(value), let user = uri.user else { return nil }
    return URIEscapes.resolved(user)
  }
}
