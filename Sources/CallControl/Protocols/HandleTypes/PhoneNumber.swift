/// Telephone numbers, compared by their digits.
///
/// `+` is kept, so that `+1 (202) 555-0100` and `+12025550100` are one, and `2025550100` is another: without a number plan
/// nobody can know that they are the same.
public enum PhoneNumber: HandleType {
  /// `phoneNumber`.
  public static let identifier = "phoneNumber"

  /// A leading `+` if there is one, and the digits, `*` and `#`.
  public static func normalize(_ text: String) throws(HandleError) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "+" where result.isEmpty: result.unicodeScalars.append(character)
      case "0"..."9", "*", "#": result.unicodeScalars.append(character)
      case " ", "-", ".", "(", ")", "/", "\u{00A0}": continue
      default:
        throw HandleError(kind: identifier, text: text, reason: "\"\(character)\" does not belong in a telephone number")
      }
    }
    guard result.contains(where: { $0 != "+" }) else {
      throw HandleError(kind: identifier, text: text, reason: "it has no digit")
    }
    return result
  }
}
