import CallControl
import Testing

@Suite("Handles")
struct HandleTests {
  @Test(
    "Handles are compared by the rules of their kind",
    arguments: [
      ("phoneNumber", "+1 (202) 555-0100", "+12025550100", true), ("phoneNumber", "202.555.0100", "2025550100", true),
      ("phoneNumber", "+12025550100", "12025550100", false), ("phoneNumber", "call me", "call me", true),
      ("phoneNumber", "call me", "callme", false), ("phoneNumber", "*67#", "* 67 #", true),
      ("emailAddress", "Bob@Example.ORG", "Bob@example.org", true), ("emailAddress", "Bob@example.org", "bob@example.org", false),
      ("generic", "Bob", "Bob", true), ("generic", "Bob", "bob", false),
      ("sipURI", "sip:bob@Example.org", "SIP:bob@example.ORG", true),
      ("sipURI", "sip:bob@example.org", "sips:bob@example.org", false),
      ("sipURI", "sip:bob@example.org:5060", "sip:bob@example.org", false),
      ("phoneNumber", "+12025550100;isub=1;EXT=2", "+1 202 555 0100;ext=2;isub=1", true),
      ("phoneNumber", "+12025550100;ext=2", "+12025550100", false), ("phoneNumber", "７９-１２", "7912", true),
      ("sipURI", "sip:Bob@example.org", "sip:bob@example.org", false),
      ("matrixID", "@a:b", "@a:b", true), ("matrixID", "@a:b", "@A:b", false),
    ])
  func matches(kind: String, a: String, b: String, expected: Bool) {
    let registry = HandleRegistry()
    let kind = Handle.Kind(rawValue: kind)
    #expect(registry.matches(Handle(type: kind, value: a), Handle(type: kind, value: b)) == expected)
    #expect(registry.matches(Handle(type: kind, value: b), Handle(type: kind, value: a)) == expected)
  }

  @Test("Handles of different kinds are never equal")
  func kinds() {
    #expect(!HandleRegistry().matches(Handle(type: .generic, value: "1"), Handle(type: .phoneNumber, value: "1")))
  }

  @Test(
    "Invalid handles give the reason",
    arguments: [
      ("phoneNumber", ""), ("phoneNumber", "+"), ("phoneNumber", "1+2"), ("phoneNumber", "bob"), ("emailAddress", "bob"),
      ("emailAddress", "@example.org"), ("emailAddress", "bob@"), ("generic", ""), ("sipURI", "bob@example.org"), ("sipURI", "tel:1"),
      ("sipURI", "sip:"), ("sipURI", "sip:bob@"),
    ])
  func bad(kind: String, text: String) {
    let type = HandleRegistry().type(of: Handle.Kind(rawValue: kind))
    #expect {
      try type.normalize(text)
    } throws: { error in
      (error as? HandleError)?.kind == kind && (error as? HandleError)?.text == text
    }
  }

  @Test(
    "Normalising twice equals normalising once",
    arguments: ["+1 (202) 555-0100", "sip:B%6Fb@EXAMPLE.org;x=1;A=%2f", "\"B\" <sip:[::1]>", "+1;b;a", "Bob@EXAMPLE.org", "bob"])
  func isIdempotent(text: String) {
    for type in [PhoneNumber(), EmailAddress(), GenericHandle(), SIPURI()] as [any HandleType] {
      guard let once = try? type.normalize(text) else { continue }
      #expect((try? type.normalize(once)) == once)
    }
  }

  @Test(
    "Handles are parsed and printed as people write them",
    arguments: [
      ("tel:+12025550100", Handle.Kind.phoneNumber, "+12025550100"), ("TEL:1", .phoneNumber, "1"),
      ("sip:bob@example.org", .sipURI, "sip:bob@example.org"), ("sips:bob@example.org", .sipURI, "sips:bob@example.org"),
      ("mailto:bob@example.org", .emailAddress, "bob@example.org"), ("bob", .generic, "bob"), ("", .generic, ""), ("te", .generic, "te"),
    ])
  func parsing(text: String, kind: Handle.Kind, value: String) {
    let handle = Handle(parsing: text)
    #expect(handle == Handle(type: kind, value: value))
    #expect(Handle(parsing: handle.description) == handle)
  }

  @Test("An embedder's own kind is compared by its own rule")
  func ownKind() {
    struct Extension: HandleType {
      static let identifier = "extension"
      func normalize(_ text: String) throws(HandleError) -> String { String(text.drop { $0 == "0" }) }
    }
    var registry = HandleRegistry()
    registry.register(Extension())
    #expect(registry.matches(Handle(type: Extension.self, value: "007"), Handle(type: Extension.self, value: "7")))
  }
}
