import CallControl
import Testing

@Suite("Names and addresses")
struct NameAddressTests {
  @Test(
    "Names and addresses are read as header fields and people write them",
    arguments: [
      ("\"Bob Smith\" <sip:bob@example.org>;tag=a6c85cf", "Bob Smith", Handle.Kind.sipURI, "sip:bob@example.org"),
      ("Bob Smith <sip:bob@example.org;transport=tcp>", "Bob Smith", .sipURI, "sip:bob@example.org;transport=tcp"),
      ("<tel:+12125550100>", nil, .phoneNumber, "+12125550100"), ("  sips:bob@example.org ", nil, .sipURI, "sips:bob@example.org"),
      (#""Ann \"A\" \\ <x>"<sip:a@b>"#, #"Ann "A" \ <x>"#, .sipURI, "sip:a@b"), ("\"\" <sip:a@b>", nil, .sipURI, "sip:a@b"),
      ("\"B\u{F6}b\" <sip:a@b>", "B\u{F6}b", .sipURI, "sip:a@b"),
      ("Anonymous <sip:anonymous@anonymous.invalid>", "Anonymous", .sipURI, "sip:anonymous@anonymous.invalid"),
    ] as [(String, String?, Handle.Kind, String)])
  func reads(text: String, name: String?, kind: Handle.Kind, value: String) throws {
    let address = try NameAddress(parsing: text)
    #expect(address == NameAddress(displayName: name, handle: Handle(type: kind, value: value)))
    #expect(try NameAddress(parsing: address.description) == address)
  }

  @Test(
    "Malformed names and addresses give the place of the error",
    arguments: [
      ("\"Bob <sip:a@b>", "never closed"), ("<sip:a@b", "never closed"), ("\"Bob\" sip:a@b", "in < and >"), ("Bob sip:a@b>", "in < and >"),
      ("<sip:a@b> c", "only parameters"),
    ])
  func wrong(text: String, reason: String) {
    let error = #expect(throws: HandleError.self) { try NameAddress(parsing: text) }
    #expect(error?.reason.contains(reason) == true)
  }

  @Test("Names and addresses never add a second header field")
  func lineBreaks() {
    let address = NameAddress(displayName: "Bob\r\nVia: x", handle: Handle(type: .sipURI, value: "sip:a@b"))
    #expect(address.description == "\"Bob  Via: x\" <sip:a@b>")
  }
}
