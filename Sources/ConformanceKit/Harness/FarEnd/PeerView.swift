internal import TransportLoader

/// What a far end sees of a call; nil where it cannot tell.
struct PeerView: Hashable, Sendable {
  /// `calling`, `ringing`, `active`, `ended`, or another word of the far end's own.
  var state = ""
  /// Whether we hold it.
  var held: Bool?
  /// Whether nothing of ours comes.
  var muted: Bool?
  /// The digits that it heard.
  var digits: String?
  /// Which group the call is in; empty for none.
  var group: String?
  /// How many hertz it hears; 0 for silence.
  var tone: Int?
  /// The Q.850 cause with which we ended it.
  var cause: Int?
  /// Whom it was transferred to; empty for nobody.
  var transferred: String?

  init(state: String) { self.state = state }

  /// Reads the object that `observe` writes.
  /// - Throws: `TestFailure` where it is none.
  init(json bytes: [UInt8]) throws {
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes)
    } catch {
      throw TestFailure("test-peer.observe wrote no JSON: \(error.reason) at \(error.line):\(error.column)")
    }
    guard case .object(let members) = value else { throw TestFailure("test-peer.observe wrote \(value.kind), not an object") }
    for member in members {
      switch (member.name, member.value) {
      case ("state", .string(let text)): state = text
      case ("held", let value): held = Self.flag(value)
      case ("muted", let value): muted = Self.flag(value)
      case ("digits", .string(let text)): digits = text
      case ("group", let value): group = Self.word(value)
      case ("tone", .number(let number)): tone = Int(exactly: number.rounded())
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

  /// A value as a word, where nothing, false, zero and an empty list all mean none.
  private static func word(_ value: JSONValue) -> String? {
    switch value {
    case .null, .bool(false), .number(0), .array([]): ""
    case .string(let text): text
    default: value.text
    }
  }
}
