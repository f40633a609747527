/// The parts of a link that names a callee.
///
/// Links come from strangers and are not trusted: any text gives a value or an error.
struct CallLink {
  let handle: Handle
  /// The query's names and values, in order.
  let query: [(name: String, value: String)]

  /// Parses a link; `own` is the program's scheme, or nil for any scheme outside the web's.
  init(_ text: String, scheme own: String?) throws(StartCallRequestError) {
    guard text.utf8.count <= LinkText.limit else { throw StartCallRequestError(text, "it is longer than \(LinkText.limit) bytes") }
    guard !text.hasControls else { throw StartCallRequestError(text, "it has control characters") }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let scheme = LinkText.scheme(text[..<colon]) else {
      throw StartCallRequestError(text, "it has no scheme; write tel:5550100 or a URL of the program's own scheme")
    }
    var rest = text[text.utf8.index(after: colon)...]
    if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")), scheme != "tel" { rest = rest[..<hash] }
    var question: Substring = ""
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      question = rest[rest.utf8.index(after: mark)...]
      rest = rest[..<mark]
    }
    query = try Self.pairs(question, in: text)
    switch scheme {
    case "sip", "sips":
      handle = Handle(type: .sipURI, value: "\(scheme):\(rest)")
    case "tel":
      handle = Handle(type: .phoneNumber, value: try LinkText.decoded(rest, in: text))
    case "mailto":
      handle = Handle(type: .emailAddress, value: try LinkText.decoded(rest, in: text))
    default:
      guard own.map({ $0.lowercased() == scheme }) ?? !LinkText.foreign.contains(scheme) else {
        throw StartCallRequestError(
          text, "its scheme is \(scheme); write tel, sip, sips, mailto" + (own.map { " or \($0)" } ?? " or the program's own"))
      }
      handle = Handle(host: try LinkText.host(rest, in: text))
    }
    do throws(StartCallRequestError) {
      try Self.check(handle)
    } catch {
      throw StartCallRequestError(text, error.reason)
    }
  }

  /// Reads a handle without a query: a link whose scheme is a handle's, else as `Handle(parsing:)` does.
  static func handle(_ text: String) throws(StartCallRequestError) -> Handle {
    guard text.utf8.count <= LinkText.limit else { throw StartCallRequestError(text, "it is longer than \(LinkText.limit) bytes") }
    let handle = Handle(parsing: text)
    try check(handle)
    return handle
  }

  /// Throws when a handle is not valid for its kind.
  static func check(_ handle: Handle) throws(StartCallRequestError) {
    guard !handle.value.isEmpty, handle.value.utf8.count <= LinkText.limit, !handle.value.hasControls, !handle.type.rawValue.isEmpty else {
      throw StartCallRequestError(handle.value, "it is empty, too long, or has control characters")
    }
    do {
      _ = try HandleRegistry().type(of: handle.type).normalize(handle.value)
    } catch {
      throw StartCallRequestError(handle.value, error.reason)
    }
  }

  private static func pairs(_ text: Substring, in whole: String) throws(StartCallRequestError) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    for part in text.split(separator: "&").prefix(64) {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      pairs.append((try LinkText.decoded(halves[0], in: whole), halves.count > 1 ? try LinkText.decoded(halves[1], in: whole) : ""))
    }
    return pairs
  }
}
