import CallControl
import PhoneNumbers
import Testing

@Suite("A number plan")
struct NumberPlanTests {
  static func plan(_ region: String) throws -> NumberPlan { NumberPlan(region: try #require(Region(region))) }

  @Test(
    "A plan takes the spellings of one number as equal, and no others",
    arguments: [
      ("US", "+1 212 555 0100", "(212) 555-0100", true), ("US", "(212) 555-0100", "2125550100", true),
      ("US", "1-212-555-0100", "+12125550100", true), ("US", "011 44 20 7946 0018", "+44 20 7946 0018", true),
      ("GB", "020 7946 0018", "+442079460018", true), ("GB", "+44 (0)20 7946 0018", "02079460018", true),
      ("GB", "020 7946 0018", "7946 0018", false), ("US", "212 555 0100", "312 555 0100", false),
      ("DE", "112", "+49112", false), ("DE", "110", "(110)", true), ("DE", "110", "112", false), ("US", "*67", "67", false),
      ("US", "*67 212 555 0100", "212 555 0100", false), ("US", "2125550100 ext. 5", "+1 212 555 0100 x5", true),
      ("US", "2125550100 ext. 5", "2125550100", false), ("US", "5550100", "555-0100", true), ("US", "5550100", "+15550100", false),
      ("US", "1-800-FLOWERS", "1 800 356 9377", true), ("US", "call me", "call me", true), ("US", "call me", "callme", false),
      ("US", "+12125550100;npdi;rn=+12125550199", "2125550100", true),
      ("US", "555-0100;phone-context=+1-212", "2125550100", true), ("US", "2125550100;isub=7;EXT=5", "2125550100 x5", true),
      ("JP", "０３−１２３４−５６７８", "0312345678", true),
    ])
  func matches(region: String, a: String, b: String, expected: Bool) throws {
    var registry = HandleRegistry()
    registry.register(try Self.plan(region))
    #expect(registry.matches(Handle(type: .phoneNumber, value: a), Handle(type: .phoneNumber, value: b)) == expected)
    #expect(registry.matches(Handle(type: .phoneNumber, value: b), Handle(type: .phoneNumber, value: a)) == expected)
  }

  @Test(
    "Normalising a normal number changes nothing",
    arguments: ["US", "GB", "DE", "FR", "JP", "IT", "BR", "CI"],
    [
      "2125550100", "112", "911", "*67", "+12125550100", "212 555 0100 x 5", "0201234567", "+800 1234 5678", "5550100", "+49112", "0",
      "+39 06 6982 1234", "118 118",
    ])
  func isIdempotent(region: String, text: String) throws {
    let plan = try Self.plan(region)
    // Text that is not a number there has no normal form.
    guard let once = try? plan.normalize(text) else { return }
    #expect(try plan.normalize(once) == once)
  }

  @Test(
    "A plan writes a number in every style",
    arguments: [
      ("US", "2125550100", "+12125550100", "+1 212-555-0100", "(212) 555-0100", "tel:+1-212-555-0100"),
      ("GB", "02079460018", "+442079460018", "+44 20 7946 0018", "020 7946 0018", "tel:+44-20-7946-0018"),
      ("DE", "03023125000", "+493023125000", "+49 30 23125000", "030 23125000", "tel:+49-30-23125000"),
      ("FR", "0199001234", "+33199001234", "+33 1 99 00 12 34", "01 99 00 12 34", "tel:+33-1-99-00-12-34"),
      ("IT", "0669821234", "+390669821234", "+39 06 6982 1234", "06 6982 1234", "tel:+39-06-6982-1234"),
    ])
  func styles(region: String, text: String, e164: String, international: String, national: String, uri: String) throws {
    let number = try Self.plan(region).number(text)
    #expect([.e164, .international, .national, .uri].map { number.text($0) } == [e164, international, national, uri])
  }

  @Test("A plan gives a number's region, and keeps an extension")
  func parts() throws {
    let number = try Self.plan("US").number("+1 416 555 0100 ext. 12")
    #expect(number.region == Region("CA"))
    #expect(number.countryCode == 1)
    #expect(number.nationalNumber == "4165550100")
    #expect(number.extension == "12")
    #expect(number.text(.national) == "(416) 555-0100 ext. 12")
    #expect(try Self.plan("US").number("+800 1234 5678").region == nil)
  }

  @Test(
    "A plan shows a number as people there write it",
    arguments: [
      ("US", "+12125550100", "(212) 555-0100"), ("GB", "+12125550100", "+1 212-555-0100"), ("GB", "+442079460018", "020 7946 0018"),
      ("DE", "112", "112"), ("US", "5550100", "5550100"), ("US", "*67", "*67"), ("US", "bob", "bob"), ("US", "", ""),
    ])
  func shows(region: String, text: String, shown: String) throws {
    #expect(try Self.plan(region).text(for: text) == shown)
  }

  @Test(
    "A plan formats while a person types, and when keys are deleted",
    arguments: [
      ("US", "2", "2"), ("US", "2125", "212-5"), ("US", "2125550100", "(212) 555-0100"), ("US", "+1212555", "+1 212-555"),
      ("US", "(212) 555-01", "(212) 555-01"), ("GB", "02079460018", "020 7946 0018"), ("DE", "112", "112"), ("US", "*67", "*67"),
      ("US", "", ""), ("US", "bob", ""), ("JP", "０３", "03"),
    ])
  func types(region: String, typed: String, shown: String) throws {
    #expect(try Self.plan(region).typed(typed) == shown)
  }

  @Test("A plan keeps the cursor behind the same digit", arguments: [(0, ""), (3, "(212"), (4, "(212) 5"), (10, "(212) 555-0100")])
  func cursor(keys: Int, before: String) throws {
    let text = "2125550100"
    let shown = try Self.plan("US").typed(text, cursor: text.index(text.startIndex, offsetBy: keys))
    #expect(shown.text == "(212) 555-0100")
    #expect(shown.text[..<shown.cursor] == before)
  }

  @Test(
    "A plan says why a text is not a number of the world",
    arguments: [
      ("US", "5550100", "area code"), ("US", "911", "short number of US"), ("US", "+999 1234567", "country code"),
      ("US", "+1 212 5", "few digits"), ("US", "212555010000", "many digits"), ("US", "bob", "not written"),
    ])
  func refuses(region: String, text: String, reason: String) throws {
    let plan = try Self.plan(region)
    #expect {
      try plan.number(text)
    } throws: { error in
      (error as? HandleError)?.text == text && (error as? HandleError)?.reason.contains(reason) == true
    }
  }

  @Test(
    "A plan knows its emergency numbers (Y1)",
    arguments: [
      ("US", ["112", "911"]), ("GB", ["112", "999"]), ("DE", ["110", "112"]), ("FR", ["15", "17", "18", "112"]), ("JP", ["110", "119"]),
    ])
  func emergencies(region: String, numbers: [String]) throws {
    let plan = try Self.plan(region)
    #expect(plan.emergencyNumbers == numbers)
    for number in numbers {
      #expect(plan.reachesEmergency(number))
      #expect(try plan.normalize(number) == number, "an emergency number is never completed")
    }
    #expect(!plan.reachesEmergency("+" + numbers[0]))
  }

  @Test("A plan knows where the network ignores digits after an emergency number")
  func prefix() throws {
    #expect(try Self.plan("US").reachesEmergency("911 2"))
    #expect(try !Self.plan("BR").reachesEmergency("9112"))
  }

  @Test(
    "A plan finds emergency numbers of more than three digits too",
    arguments: [("CF", 4), ("GA", 4), ("IN", 4), ("OM", 4), ("PK", 4), ("TH", 4), ("NA", 5), ("SE", 5), ("ZA", 5)])
  func longEmergencies(region: String, digits: Int) throws {
    let all = (1...digits).flatMap { width in
      let limit = (0..<width).reduce(1) { product, _ in product * 10 }
      return (limit..<2 * limit).lazy.map { String(String($0).dropFirst()) }.filter(PlansTests.isEmergency(in: region))
    }
    #expect(try Self.plan(region).emergencyNumbers == all)
  }
}
