internal import StrictJSON

/// A far end's view of a call; nil where it cannot tell.
package struct PeerView: Hashable, Sendable {
  /// `calling`, `ringing`, `active`, `ended`, or a state of the far end's own.
  package var state = ""
  /// True if we hold it.
  package var held: Bool?
  /// True if it gets no audio from us.
  package var muted: Bool?
  /// The digits that it heard.
  package var digits: String?
  /// The call's group; empty for none.
  package var group: String?
  /// The tone that it hears, in hertz; 0 for silence.
  var tone: Int?
  /// The Q.850 cause with which we ended it.
  package var cause: Int?
  /// The handle to which it was transferred; empty if it was not.
  package var transferred: String?

  init(state: String) { self.state = state }

  /// The view in words, without what depends on the moment of the look, such as a tone.
  var words: String {
    let parts: [(String, String?)] = [
      ("held", held.map { "\($0)" }), ("muted", muted.map { "\($0)" }), ("digits", digits),
      ("grouped", group.map { "\(!$0.isEmpty)" }), ("cause", cause.map { "\($0)" }), ("transferred", transferred),
    ]
    return parts.reduce(state) { text, part in part.1.map { "\(text), \(part.0) \($0)" } ?? text }
  }

  /// Reads the object that `observe` writes.
  /// - Throws: `TestFailure` if it is no JSON object.
  init(json bytes: [UInt8]) throws {
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes)
    } catch {
      throw TestFailure("test-peer.observe wrote text that is not JSON: \(error.reason) at \(error.line):\(error.column)")
    }
    guard case .object(let members) = value else { throw TestFailure("test-peer.observe wrote \(value.kind), not an object") }
    for member in members {
      switch (member.name, member.value) {
      case ("state", .string(let text)): state = text
      case ("held", let value): held = Self.flag(value)
      case ("muted", let value): muted = Self.flag(value)
      case ("digits", .string(let text)): digits = text
      case ("group", let value): group = Self.word(value)
      case ("tone", .number(let number)): tone = Int(exactly: number.double.rounded())
      case ("cause", .number(let number)): cause = Int(exactly: number)
      case ("transferred", let value): transferred = Self.word(value)
      default: break
      }
    }
  }

  private static func flag(_ value: JSONValue) -> Bool? {
    switch value {
    case .bool(let flag): flag
    case .number(let number): number != 0
    default: nil
    }
  }

  /// Returns a value as text, where null, false, zero and an empty list mean none.
  private static func word(_ value: JSONValue) -> String? {
    switch value {
    case .null, .bool(false), .number(0), .array([]): ""
    case .string(let text): text
    default: value.text
    }
  }
}
