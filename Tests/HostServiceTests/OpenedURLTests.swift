import CallControl
import HostService
import Testing

/// The links that `hookswitch open` and the bus call.
@Suite("OpenedURL: tel by RFC 3966, sip, and the schemes of providers") struct OpenedURLTests {
  struct Good: Sendable, CustomTestStringConvertible {
    var url: String
    var type: Handle.Kind
    var value: String
    var digits: String?
    var isServiceCode = false
    var testDescription: String { url }
  }

  static let good = [
    Good(url: "tel:+1-202-555-0100", type: .phoneNumber, value: "+12025550100"),
    Good(url: "TEL:+1.(202).555-0100", type: .phoneNumber, value: "+12025550100"),
    Good(url: "tel:+12025550100;ext=12-34;isub=7", type: .phoneNumber, value: "+12025550100", digits: "1234"),
    Good(url: "tel:863-1234;phone-context=+1-914-555", type: .phoneNumber, value: "8631234"),
    Good(url: "tel:7042;phone-context=example.com", type: .phoneNumber, value: "7042"),
    Good(url: "tel:5550100", type: .phoneNumber, value: "5550100"),
    Good(url: "tel:*21*5550100%23", type: .phoneNumber, value: "*21*5550100#", isServiceCode: true),
    Good(url: "tel:#31#5550100", type: .phoneNumber, value: "#31#5550100", isServiceCode: true),
    Good(url: "sip:bob@example.org;transport=tcp", type: .sipURI, value: "sip:bob@example.org;transport=tcp"),
    Good(url: "SIPS:bob@example.org", type: .sipURI, value: "sips:bob@example.org"),
    Good(url: "chat:ann", type: Handle.Kind(rawValue: "chat"), value: "ann"),
    Good(url: "chat://ann", type: Handle.Kind(rawValue: "chat"), value: "ann"),
  ]

  @Test("A link gives the handle, without separators, and the extension", arguments: good) func reads(_ good: Good) throws {
    let url = try OpenedURL(good.url, schemes: ["chat"])
    #expect(url.handle == Handle(type: good.type, value: good.value))
    #expect(url.extension == good.digits && url.isServiceCode == good.isServiceCode)
  }

  @Test(
    "A wrong link is an error with its reason",
    arguments: [
      ("sip:bob@example.org?Replaces=1", "header fields"), ("sip:bob@example.org?", "header fields"),
      ("sip:bob@example.org;method=REFER", "method"), ("sips:b@example.org;lr;METHOD=x", "method"), ("tel:", "empty"),
      ("tel:+", "digit"), ("tel:+12*3", "number"), ("tel:12ab", "number"), ("tel:++12", "number"),
      ("tel:1;ext=1;ext=2", "twice"), ("tel:1;;", "empty parameter"), ("tel:1;ext=*9", "extension"),
      ("tel:+1;phone-context=+1", "context"), ("tel:1%0a2", "control"), ("tel:1%2", "%"), ("javascript:alert(1)", "scheme"),
      ("http://example.org", "scheme"), ("ann", "scheme"), ("", "scheme"), ("sip:", ""), ("chat:a\u{202E}b", "control"),
      ("tel:" + String(repeating: "1", count: 3_000), "longer"),
    ]) func refuses(_ text: String, _ reason: String) throws
  {
    let error = try #require(throws: StartCallRequestError.self) { try OpenedURL(text, schemes: ["chat"]) }
    #expect(reason.isEmpty || error.reason.contains(reason), "\(error)")
  }

  @Test("Any bytes give a value or an error, and a handle never has control characters") func anyText() {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("tel:sip+*#;=%0aFext?@-.()/\u{1B}\u{202E}\u{0}é5 ".unicodeScalars)
    for _ in 0..<20_000 {
      var text = ["tel:", "sip:", "chat:", ""].randomElement(using: &generator) ?? ""
      for _ in 0..<Int.random(in: 0..<24, using: &generator) {
        if let scalar = alphabet.randomElement(using: &generator) { text.unicodeScalars.append(scalar) }
      }
      guard let url = try? OpenedURL(text, schemes: ["chat"]) else { continue }
      #expect(!url.handle.value.isEmpty && !url.handle.value.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E }, "\(text)")
    }
  }
}
