internal import CPhoneNumber
public import CallControl

/// Telephone numbers as people in one country write them: the `phoneNumber` of a host that knows number plans.
///
/// `settings.handles.register(NumberPlan(region: region))` puts it in the place of comparing digits: `+1 212 555 0100`, `(212) 555-0100` and
/// `2125550100` are one number in the US then. Numbers that can be dialled from anywhere are kept as E.164, and two are the same when these
/// are the same text. All others (emergency and other short numbers, service codes, numbers without their area code) keep their digits: nothing is ever put
/// before a number that is complete as it is.
///
/// Any thread. The first one of a process reads the plans of the world, some 10 ms; reading a number takes some 30 µs.
public struct NumberPlan: HandleType, Hashable {
  /// `phoneNumber`.
  public static let identifier = PhoneNumber.identifier

  /// Where numbers are dialled from.
  public let region: Region

  /// The plan as it is seen from `region`.
  public init(region: Region) {
    self.region = region
  }

  /// E.164 (with `;ext=` and the extension, if there is one) for a number that can be dialled from anywhere, else its digits.
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
  /// - Throws: `HandleError` that says what is missing, for short numbers too.
  public func number(_ text: String) throws(HandleError) -> TelephoneNumber {
    var number = hookswitch_phone_number()
    let status = Self.withBytes(of: text) { hookswitch_phone_parse($0, $1, region.code, &number) }
    guard status == HOOKSWITCH_PHONE_OK else {
      throw HandleError(kind: Self.identifier, text: text, reason: NumberFault.reason(status, region))
    }
    return TelephoneNumber(number)
  }

  /// A number as somebody in this region would note it: `(212) 555-0100` at home, `+44 20 7946 0018` from abroad, short numbers and what
  /// is no number as it came.
  public func text(for text: String) -> String {
    guard var plain = try? number(text).plain else { return text }
    return CText.make { hookswitch_phone_format_for(&plain, region.code, $0, $1) } ?? text
  }

  /// What has been typed so far, with the separators of a whole number; what is no key of a telephone is left out.
  ///
  /// For a field that formats while somebody types: give it all that was typed with each key, and after a key was taken back.
  public func typed(_ text: String) -> String {
    typed(text, cursor: text.endIndex).text
  }

  /// The same, and where the cursor stands in it when it stood at `cursor` in `text`.
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

  /// Whether a text, dialled in this region, reaches the emergency services: also with digits after it where the network cuts them off.
  public func reachesEmergency(_ text: String) -> Bool {
    Self.withBytes(of: text) { hookswitch_phone_connects_to_emergency($0, $1, region.code) }
  }

  /// The region's emergency numbers, shortest first: what to put into `LinePolicy.emergencyNumbers`.
  ///
  /// Takes some milliseconds: keep them.
  public var emergencyNumbers: [String] {
    (CText.make { hookswitch_phone_emergency_numbers(region.code, $0, $1) } ?? "").split(separator: " ").map(String.init)
  }

  private static func withBytes<Answer>(of text: String, _ body: (UnsafePointer<CChar>, Int) -> Answer) -> Answer {
    text.withCString { body($0, text.utf8.count) }
  }
}
