import CPhoneNumber
import Testing

@Suite("The number plans, called from C")
struct PlansTests {
  static func parse(_ text: String, _ region: String) -> (status: hookswitch_phone_status, e164: String, number: hookswitch_phone_number) {
    var number = hookswitch_phone_number()
    let status = hookswitch_phone_parse(text, text.utf8.count, region, &number)
    return (status, withUnsafeBytes(of: number.e164) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }, number)
  }

  static func isEmergency(in region: String) -> (String) -> Bool {
    { hookswitch_phone_is_emergency($0, $0.utf8.count, region) }
  }

  @Test(
    "The plans read the spellings of a number to one E.164 number",
    arguments: [
      ("US", "(212) 555-0100", "+12125550100"), ("US", "2125550100", "+12125550100"), ("US", "1-212-555-0100", "+12125550100"),
      ("US", "+1 212 555 0100", "+12125550100"), ("US", "011 44 20 7946 0018", "+442079460018"),
      ("US", "1-800-FLOWERS", "+18003569377"), ("GB", "020 7946 0018", "+442079460018"), ("GB", "+44 (0)20 7946 0018", "+442079460018"),
      ("GB", "00 1 212 555 0100", "+12125550100"), ("DE", "030 23125 000", "+493023125000"), ("FR", "01 99 00 12 34", "+33199001234"),
      ("JP", "０３ １２３４ ５６７８", "+81312345678"), ("IT", "06 6982 1234", "+390669821234"), ("US", "+800 1234 5678", "+80012345678"),
    ])
  func reads(region: String, text: String, e164: String) {
    let parsed = Self.parse(text, region)
    #expect(parsed.status == HOOKSWITCH_PHONE_OK)
    #expect(parsed.e164 == e164)
  }

  @Test(
    "The plans say why a text is not a number of the world",
    arguments: [
      ("US", "", HOOKSWITCH_PHONE_NOT_A_NUMBER), ("US", "call me", HOOKSWITCH_PHONE_NOT_A_NUMBER),
      ("US", "*67", HOOKSWITCH_PHONE_NOT_A_NUMBER),
      ("US", "*67 212 555 0100", HOOKSWITCH_PHONE_NOT_A_NUMBER), ("US", "Bob 212 555 0100", HOOKSWITCH_PHONE_NOT_A_NUMBER),
      ("XX", "2125550100", HOOKSWITCH_PHONE_UNKNOWN_REGION), ("US", "+999 123 4567", HOOKSWITCH_PHONE_UNKNOWN_COUNTRY),
      ("US", "555-0100", HOOKSWITCH_PHONE_LOCAL_ONLY), ("US", "21255501000", HOOKSWITCH_PHONE_TOO_LONG),
      ("US", "21255", HOOKSWITCH_PHONE_SHORT), ("US", "+1 312 5", HOOKSWITCH_PHONE_TOO_SHORT),
      ("US", String(repeating: "1", count: 400), HOOKSWITCH_PHONE_TOO_LONG), ("US", "911", HOOKSWITCH_PHONE_SHORT),
      ("DE", "112", HOOKSWITCH_PHONE_SHORT), ("DE", "11833", HOOKSWITCH_PHONE_SHORT), ("US", "411", HOOKSWITCH_PHONE_SHORT),
    ])
  func refuses(region: String, text: String, status: hookswitch_phone_status) {
    #expect(Self.parse(text, region).status == status)
  }

  @Test(
    "The plans say how far two numbers agree",
    arguments: [
      ("2125550100", "+1 (212) 555-0100", HOOKSWITCH_PHONE_MATCH_EXACT), ("555-0100", "+12125550100", HOOKSWITCH_PHONE_MATCH_ENDING),
      ("2125550100", "3125550100", HOOKSWITCH_PHONE_MATCH_NONE), ("911", "9-1-1", HOOKSWITCH_PHONE_MATCH_EXACT),
      ("911", "+1911", HOOKSWITCH_PHONE_MATCH_NONE), ("bob", "bob", HOOKSWITCH_PHONE_MATCH_NONE),
    ])
  func compares(a: String, b: String, match: hookswitch_phone_match) {
    #expect(hookswitch_phone_compare(a, a.utf8.count, b, b.utf8.count, "US") == match)
    #expect(hookswitch_phone_compare(b, b.utf8.count, a, a.utf8.count, "US") == match)
  }

  @Test("The plans write only a 0 into a buffer that is too small, and return the size needed", arguments: [0, 1, 14, 15, 64])
  func room(size: Int) {
    var number = Self.parse("2125550100", "US").number
    var buffer = [CChar](repeating: 1, count: 65)
    #expect(hookswitch_phone_format(&number, HOOKSWITCH_PHONE_NATIONAL, &buffer, size) == 14)
    let whole = "(212) 555-0100".utf8.map(CChar.init(bitPattern:)) + [0]
    let expected = size >= 15 ? whole : size == 0 ? [] : [0]
    #expect(buffer == expected + [CChar](repeating: 1, count: 65 - expected.count))
  }

  @Test("The plans reject fields that did not come from them")
  func spoiled() {
    var number = hookswitch_phone_number()
    #expect(hookswitch_phone_format(&number, HOOKSWITCH_PHONE_E164, nil, 0) == 0)
    withUnsafeMutableBytes(of: &number) { bytes in for index in bytes.indices { bytes[index] = 0x31 } }
    #expect(hookswitch_phone_format(&number, HOOKSWITCH_PHONE_E164, nil, 0) == 0)
  }

  @Test("The plans take any bytes, from several threads at once")
  func anyBytes() async {
    await withTaskGroup(of: Void.self) { group in
      for seed in 1...4 as ClosedRange<UInt64> {
        group.addTask {
          var state = seed
          for _ in 0..<500 {
            let bytes = (0..<Int(state % 40)).map { index in
              state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
              // Mostly characters of numbers, so that the parser goes deep.
              return index % 5 == 4
                ? CChar(truncatingIfNeeded: state >> 33) : Array("+0123456789 ()-;x*#".utf8CString)[Int(state >> 33) % 19]
            }
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            var number = hookswitch_phone_number()
            var buffer = [CChar](repeating: 0, count: 64)
            let status = hookswitch_phone_parse(bytes, bytes.count, "GB", &number)
            if status == HOOKSWITCH_PHONE_OK { #expect(hookswitch_phone_format(&number, HOOKSWITCH_PHONE_NATIONAL, &buffer, 64) > 0) }
            var cursor = bytes.count / 2
            _ = hookswitch_phone_format_typed(bytes, bytes.count, "GB", &cursor, &buffer, 64)
            _ = hookswitch_phone_connects_to_emergency(bytes, bytes.count, "GB")
            _ = hookswitch_phone_compare(bytes, bytes.count, bytes, bytes.count, "GB")
          }
        }
      }
    }
  }
}
