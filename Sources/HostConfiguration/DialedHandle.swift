package import Hookswitch

/// Makes the handle for `dial` from typed text: a scheme sets the kind, otherwise it is the provider's first kind.
package enum DialedHandle {
  /// Reads `text`.
  ///
  /// Telephone numbers lose the punctuation between their digits, and get no prefix.
  ///
  /// - Parameter kinds: the transport's names of its kinds (`tel`, `sip`, `mailto`, or one of its own), its first kind first; a text with a
  ///   usual scheme does not need them.
  package static func handle(_ text: String, kinds: @autoclosure () -> [String]) -> Handle {
    var handle = usual(text) ?? written(text, kinds: kinds())
    if handle.type == .phoneNumber, let digits = try? PhoneNumber().normalize(handle.value) { handle.value = digits }
    return handle
  }

  /// Reads a text with a usual scheme; nil for any other text.
  private static func usual(_ text: String) -> Handle? {
    switch parts(of: text)?.scheme {
    case "tel", "sip", "sips", "mailto": Handle(parsing: text)
    default: nil
    }
  }

  /// Returns the lowercase scheme of a text, and the text after it; nil for a text without a scheme.
  private static func parts(of text: String) -> (scheme: String, rest: Substring)? {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
    return (text[..<colon].lowercased(), text[text.index(after: colon)...])
  }

  private static func written(_ text: String, kinds: [String]) -> Handle {
    if let (scheme, rest) = parts(of: text), kinds.contains(scheme) { return Handle(type: kind(scheme), value: String(rest)) }
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
