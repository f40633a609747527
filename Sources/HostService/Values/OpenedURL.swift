package import CallControl

/// A URL that another program hands over to be called: `tel:`, `sip:`, `sips:`, or the scheme of a provider.
///
/// URLs come from strangers, such as a web page: any text gives a value or an error.
package struct OpenedURL: Hashable, Sendable {
  /// The handle to call.
  package let handle: Handle
  /// The extension behind the number (`;ext=`, RFC 3966 section 5.3), which the callee's exchange asks for; nil for none.
  package let `extension`: String?
  /// The context in which a local number counts (`;phone-context=`, RFC 3966 section 5.1.5); nil for none.
  package let context: String?

  /// True for a number with `*` or `#`: it may change the subscription, such as a diversion of all calls, so a person must confirm it.
  package var isServiceCode: Bool { handle.type == .phoneNumber && handle.value.contains { $0 == "*" || $0 == "#" } }

  /// Reads a URL.
  ///
  /// A telephone number loses its visual separators (RFC 3966 section 5.1.1). A local number is dialed as it is, since its context is no
  /// prefix (section 5.1.5). Header fields and `method=` of a SIP URI are refused: a stranger's link must not choose the request.
  ///
  /// - Parameters:
  ///   - text: the URL.
  ///   - schemes: the kinds of handle that providers take, whose names are schemes too.
  /// - Throws: `StartCallRequestError` with the reason.
  package init(_ text: String, schemes: Set<String> = []) throws(StartCallRequestError) {
    let scheme = text.prefix { $0 != ":" }.lowercased()
    let rest = text.dropFirst(scheme.count + 1)
    switch scheme {
    case "tel":
      let number = try TelephoneNumber(StartCallRequest(url: text).handle.value, in: text)
      handle = Handle(type: .phoneNumber, value: number.digits)
      (`extension`, context) = (number.extension, number.context)
    case "sip", "sips":
      if rest.contains("?") {
        throw StartCallRequestError(of: text, "it has header fields; leave out the question mark and the text behind it")
      }
      if rest.lowercased().split(separator: ";").dropFirst().contains(where: { $0 == "method" || $0.hasPrefix("method=") }) {
        throw StartCallRequestError(of: text, "it names a method; leave out ;method=")
      }
      handle = try StartCallRequest(url: text).handle
      (`extension`, context) = (nil, nil)
    case _ where schemes.contains(scheme) && !scheme.isEmpty:
      // The reader of links checks the text, and knows no kind of handle but the common ones.
      _ = try StartCallRequest(url: text, scheme: scheme)
      let value = rest.hasPrefix("//") ? rest.dropFirst(2) : rest
      handle = Handle(type: Handle.Kind(rawValue: scheme), value: String(value))
      (`extension`, context) = (nil, nil)
    default:
      let known = (["tel", "sip", "sips"] + schemes.subtracting(["tel", "sip", "sips"]).sorted()).joined(separator: ", ")
      throw StartCallRequestError(of: text, "its scheme is none of \(known)")
    }
  }
}

/// The subscriber of a `tel:` URL (RFC 3966 section 3).
private struct TelephoneNumber {
  var digits: String
  var `extension`: String?
  var context: String?

  init(_ value: String, in url: String) throws(StartCallRequestError) {
    let parts = value.split(separator: ";", omittingEmptySubsequences: false)
    digits = Self.withoutSeparators(parts[0])
    let isGlobal = digits.hasPrefix("+")
    let allowed = isGlobal ? "0123456789" : "0123456789*#"
    let rest = digits.dropFirst(isGlobal ? 1 : 0)
    guard rest.contains(where: { ("0"..."9").contains($0) }), rest.allSatisfy(allowed.contains) else {
      throw StartCallRequestError(of: url, "its number has other characters than digits, a leading +, * and #, and separators - . ( )")
    }
    var seen: Set<String> = []
    for part in parts.dropFirst() {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = halves[0].lowercased()
      guard !name.isEmpty, seen.insert(name).inserted else {
        throw StartCallRequestError(of: url, "it has an empty parameter, or one twice (RFC 3966 section 3)")
      }
      let value = halves.count > 1 ? String(halves[1]) : ""
      switch name {
      case "ext":
        let digits = Self.withoutSeparators(Substring(value))
        guard !digits.isEmpty, digits.allSatisfy({ "0123456789".contains($0) }) else {
          throw StartCallRequestError(of: url, "its extension is no number")
        }
        `extension` = digits
      case "phone-context":
        guard !isGlobal, !value.isEmpty else {
          throw StartCallRequestError(of: url, "only a number without + has a context, which is a domain or a prefix with +")
        }
        context = value
      default: continue
      }
    }
  }

  private static func withoutSeparators(_ text: Substring) -> String { text.filter { !"-.()".contains($0) } }
}
