package import Hookswitch

/// Makes the handle for `dial` from typed text: a scheme sets the kind, otherwise it is the provider's first kind.
package enum DialedHandle {
  /// Reads `text`.
  ///
  /// Telephone numbers lose the punctuation between their digits, and get no prefix.
  ///
  /// - Parameter kinds: the transport's names of its kinds (`tel`, `sip`, `mailto`, or one of its own), its first kind first.
  package static func handle(_ text: String, kinds: [String]) -> Handle {
    var handle = written(text, kinds: kinds)
    if handle.type == .phoneNumber, let digits = try? PhoneNumber().normalize(handle.value) { handle.value = digits }
    return handle
  }

  private static func written(_ text: String, kinds: [String]) -> Handle {
    if let colon = text.firstIndex(of: ":"), colon != text.startIndex {
      let scheme = text[..<colon].lowercased()
      if ["tel", "sip", "sips", "mailto"].contains(scheme) { return Handle(parsing: text) }
      if kinds.contains(scheme) { return Handle(type: kind(scheme), value: String(text[text.index(after: colon)...])) }
    }
    switch kinds.first ?? "" {
    case "sip": return Handle(type: .sipURI, value: "sip:" + text)
    case "": return Handle(parsing: text)
    case let first: return Handle(type: kind(first), value: text)
    }
  }

  private static func kind(_ name: String) -> Handle.Kind {
    switch name {
    case "tel": .phoneNumber
    case "sip": .sipURI
    case "mailto": .emailAddress
    default: Handle.Kind(rawValue: name)
    }
  }
}
