package import CallControl
package import FoundationEssentials

extension CallID {
  /// Returns the call that transcripts name by the letter of that place, counting from `a`.
  package static func named(_ place: Int) -> CallID {
    CallID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8(place)))
  }

  /// The letter of a call made by `named`.
  package var letter: String {
    let round = uuid.15 / 26
    return String(UnicodeScalar(UInt8(ascii: "a") + uuid.15 % 26)) + (round == 0 ? "" : "\(round)")
  }
}
