internal import Hookswitch

/// A handle as it is dialed at a provider: with a scheme it is what the scheme says, without one of the provider's first kind.
enum DialedHandle {
  /// Reads `text`; `kinds` are the names that the transport gives its kinds (`tel`, `sip`, `mailto`, or one of its own), its own first.
  ///
  /// A telephone number is dialled without what people put between its digits, and with nothing put before it.
  static func handle(_ text: String, kinds: [String]) -> Handle {
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
