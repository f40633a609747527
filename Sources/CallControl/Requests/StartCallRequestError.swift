/// An error for a link or a JSON text that is not a valid call request.
public struct StartCallRequestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The first 200 characters of the text, without control characters.
  public let text: String
  /// The reason, and the correct form.
  public let reason: String

  init(_ text: String, _ reason: String) {
    self.text = String(text.unicodeScalars.prefix(200).map { $0.isControl ? "\u{FFFD}" : Character($0) })
    self.reason = reason
  }

  /// Creates an error for a reader of links outside this module.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - reason: the reason, and the correct form.
  package init(of text: String, _ reason: String) { self.init(text, reason) }

  init(_ text: String, _ known: StartCallRequestError?, else reason: String) {
    self = known ?? StartCallRequestError(text, reason)
  }

  /// Text and reason on one line.
  public var description: String { "\"\(text)\" is not a call request: \(reason)" }

  /// The error as one sentence.
  public var errorDescription: String? { "The text \(description)." }
}

extension Unicode.Scalar {
  /// True for controls (C0, DEL, C1), line and paragraph separators, and characters that set the direction of writing.
  var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// True when the text has characters that control a terminal or the direction of writing.
  var hasControls: Bool { unicodeScalars.contains(where: \.isControl) }
}
