/// Telephone numbers, compared by their digits.
///
/// `+1 (202) 555-0100` and `+12025550100` are equal. `2025550100` differs from both, since only a number plan can tell that they are the
/// same: `NumberPlan` of the module PhoneNumbers replaces this type for that. Parameters are compared as RFC 3966, section 4 says: all of
/// them, in any order, without regard to case.
public struct PhoneNumber: HandleType {
  /// The identifier `phoneNumber`.
  public static let identifier = "phoneNumber"

  /// Creates the type, without a number plan.
  public init() {}

  /// Returns a leading `+` if any, the digits, `*` and `#`, and the parameters ordered by name.
  public func normalize(_ text: String) throws(HandleError) -> String {
    // Digits alone, the usual case, are their own normal form.
    if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { return text }
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    var result = ""
    for character in (parts.first ?? "").unicodeScalars {
      switch character {
      case "+" where result.isEmpty, "\u{FF0B}" where result.isEmpty: result += "+"
      case "0"..."9", "*", "#": result.unicodeScalars.append(character)
      case " ", "-", ".", "(", ")", "/", "\u{00A0}": continue
      default:
        guard let digit = Self.digit(character) else {
          throw HandleError(kind: Self.identifier, text: text, reason: "\"\(character)\" does not belong in a telephone number")
        }
        result += digit
      }
    }
    guard result.contains(where: { $0 != "+" }) else {
      throw HandleError(kind: Self.identifier, text: text, reason: "it has no digit")
    }
    return ([result] + parts.dropFirst().filter { !$0.isEmpty }.map { $0.lowercased() }.sorted()).joined(separator: ";")
  }

  /// Converts a decimal digit of any script to ASCII: ١١٢ and １１２ both mean 112.
  private static func digit(_ character: Unicode.Scalar) -> String? {
    guard character.properties.numericType == .decimal, let value = character.properties.numericValue else { return nil }
    return "\(Int(value))"
  }
}
