/// Telephone numbers, compared by their digits.
///
/// `+` is kept, so that `+1 (202) 555-0100` and `+12025550100` are one, and `2025550100` is another: without a number plan
/// nobody can know that they are the same. `NumberPlan` of the module PhoneNumbers knows, and takes this one's place.
/// Parameters of RFC 3966 count as section 4 says: all of them, in any order, without regard to case.
public struct PhoneNumber: HandleType {
  /// `phoneNumber`.
  public static let identifier = "phoneNumber"

  /// Knows no number plan.
  public init() {}

  /// A leading `+` if there is one, the digits, `*` and `#`, and parameters in the order of their names.
  public func normalize(_ text: String) throws(HandleError) -> String {
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

  /// A decimal digit of any script as that of ASCII: who dials ١١٢ or １１２ means 112.
  private static func digit(_ character: Unicode.Scalar) -> String? {
    guard character.properties.numericType == .decimal, let value = character.properties.numericValue else { return nil }
    return "\(Int(value))"
  }
}
