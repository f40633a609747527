internal import CPhoneNumber
public import CallControl

/// Telephone numbers as people in one country write them: the handle type `phoneNumber` for a host that knows number plans.
///
/// `settings.handles.register(NumberPlan(region: region))` replaces the comparison of digits: in the US, `+1 212 555 0100`, `(212)
/// 555-0100` and `2125550100` are then one number. Numbers that can be dialled from anywhere are normalized to E.164, and two of them are
/// equal when these texts are. All others (emergency and other short numbers, service codes, numbers without their area code) keep their
/// digits, because a prefix would change them.
///
/// Usable on any thread. The first use in a process loads the plans of all countries, some 10 ms; reading a number takes some 30 µs.
public struct NumberPlan: HandleType, Hashable {
  /// `phoneNumber`.
  public static let identifier = PhoneNumber.identifier

  /// The region from which numbers are dialled.
  public let region: Region

  /// Creates the plan for numbers dialled from `region`.
  public init(region: Region) {
    self.region = region
  }

  /// Returns a number that can be dialled from anywhere as E.164, with `;ext=` and its extension if it has one, and any other as its
  /// digits.
  public func normalize(_ text: String) throws(HandleError) -> String {
    do {
      let number = try number(text)
      return number.e164 + (number.extension.isEmpty ? "" : ";ext=" + number.extension)
    } catch {
      return try PhoneNumber().normalize(text)
    }
  }

  /// Reads a number that can be dialled from anywhere.
  ///
  /// - Throws: `HandleError` with the fault; also for short numbers.
  public func number(_ text: String) throws(HandleError) -> TelephoneNumber {
    var number = hookswitch_phone_number()
    let status = Self.withBytes(of: text) { hookswitch_phone_parse($0, $1, region.code, &number) }
    guard status == HOOKSWITCH_PHONE_OK else {
      throw HandleError(kind: Self.identifier, text: text, reason: NumberFault.reason(status, region))
    }
    return TelephoneNumber(number)
  }

  /// Formats a number for people in this region: `(212) 555-0100` at home, `+44 20 7946 0018` from abroad.
  ///
  /// Short numbers, and texts that are no number, are returned unchanged.
  public func text(for text: String) -> String {
    guard var plain = try? number(text).plain else { return text }
    return CText.make { hookswitch_phone_format_for(&plain, region.code, $0, $1) } ?? text
  }

  /// Formats an incomplete number while it is typed, without characters that are not telephone keys.
  ///
  /// For a text field that formats as the user types: pass the whole text after each key and after each deletion.
  public func typed(_ text: String) -> String {
    typed(text, cursor: text.endIndex).text
  }

  /// Formats an incomplete number while it is typed, and moves the cursor from its place in `text` to the same place in the result.
  public func typed(_ text: String, cursor: String.Index) -> (text: String, cursor: String.Index) {
    let before = text.utf8.distance(from: text.startIndex, to: cursor)
    var place = before
    let shown =
      Self.withBytes(of: text) { bytes, length in
        CText.make {
          place = before
          return hookswitch_phone_format_typed(bytes, length, region.code, &place, $0, $1)
        }
      } ?? ""
    return (shown, shown.utf8.index(shown.startIndex, offsetBy: min(place, shown.utf8.count)))
  }

  /// Returns true when the text, dialled in this region, reaches the emergency services.
  ///
  /// That includes texts with further digits, where the network ignores them.
  public func reachesEmergency(_ text: String) -> Bool {
    Self.withBytes(of: text) { hookswitch_phone_connects_to_emergency($0, $1, region.code) }
  }

  /// The region's emergency numbers, shortest first, for `LinePolicy.emergencyNumbers`.
  ///
  /// Takes some milliseconds: keep the result.
  public var emergencyNumbers: [String] {
    (CText.make { hookswitch_phone_emergency_numbers(region.code, $0, $1) } ?? "").split(separator: " ").map(String.init)
  }

  private static func withBytes<Answer>(of text: String, _ body: (UnsafePointer<CChar>, Int) -> Answer) -> Answer {
    text.withCString { body($0, text.utf8.count) }
  }
}
