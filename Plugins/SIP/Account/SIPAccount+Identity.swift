internal import CSIPStack

extension SIPAccount {
  /// Who we are, as the stack wants to know it; of a private call nobody (RFC 3323 section 4.1).
  ///
  /// - Parameter contact: where we are to be reached; nil: where the stack listens.
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
  /// Itself, or nil where it is empty.
  fileprivate var ifAny: String? { isEmpty ? nil : self }
}
