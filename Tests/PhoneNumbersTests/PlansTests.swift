import CPhoneNumber
import Testing

@Suite("The number plans, asked from C")
struct PlansTests {
  static func parse(_ text: String, _ region: String) -> (status: hookswitch_phone_status, e164: String, number: hookswitch_phone_number) {
    var number = hookswitch_phone_number()
    let status = hookswitch_phone_parse(text, text.utf8.count, region, &number)
    return (status, withUnsafeBytes(of: number.e164) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }, number)
  }

  static func emergencyNumbers(_ region: String) -> String {
    var room = [CChar](repeating: 0, count: 2_048)
    let length = hookswitch_phone_emergency_numbers(region, &room, room.count)
    return String(decoding: room.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  @Test(
    "read what people write to one E.164 number",
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
    "say why a text is no number of the world",
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
    "list a region's emergency numbers",
    arguments: [
      ("US", "112 911"), ("GB", "112 999"), ("DE", "110 112"), ("FR", "15 17 18 112"), ("JP", "110 119"), ("ZA", "112 10111 10177"),
      ("XX", ""),
    ])
  func emergencies(region: String, numbers: String) {
    #expect(Self.emergencyNumbers(region) == numbers)
  }
}
