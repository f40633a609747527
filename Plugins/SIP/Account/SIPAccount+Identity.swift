internal import CSIPStack

extension SIPAccount {
  /// Calls `body` with our identity for the stack; that of a private call is anonymous (RFC 3323 section 4.1).
  ///
  /// - Parameter contact: Our Contact; nil: the stack's listening address.
  func identity(isPrivate: Bool = false, contact: String? = nil, _ body: (UnsafePointer<csip_identity>) -> Void) {
    let texts = [
      isPrivate ? "sip:anonymous@anonymous.invalid" : settings.ownURI(port: stack?.port ?? 0),
      isPrivate ? "Anonymous" : settings.displayName.ifAny, contact, settings.route, settings.authUser.ifAny, registration.password,
      isPrivate ? "id" : nil, settings.realm.ifAny,
      [settings.uri, settings.registrar, settings.proxy].filter { !$0.isEmpty }.joined(separator: " "),
    ]
    withTexts(texts) { texts in
      guard let uri = texts[0] else { return }
      var identity = csip_identity(
        uri: uri, name: texts[1], contact: texts[2], route: texts[3], user: texts[4], password: texts[5], privacy: texts[6],
        realm: texts[7],
        homes: texts[8], answers_without_qop: settings.answersWithoutQOP ? 1 : 0)
      body(&identity)
    }
  }
}

extension String {
  /// The string, or nil when it is empty.
  fileprivate var ifAny: String? { isEmpty ? nil : self }
}
