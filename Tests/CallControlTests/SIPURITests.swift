import CallControl
import Testing

@Suite("SIP URIs")
struct SIPURITests {
  @Test(
    "SIP URIs are equal as in the examples of RFC 3261, 19.1.4",
    arguments: [
      ("sip:%61lice@atlanta.com;transport=TCP", "sip:alice@AtLanTa.CoM;Transport=tcp", true),
      ("sip:carol@chicago.com", "sip:carol@chicago.com;newparam=5", true),
      ("sip:carol@chicago.com", "sip:carol@chicago.com;security=on", true),
      ("sip:carol@chicago.com;newparam=5", "sip:carol@chicago.com;security=on", true),
      (
        "sip:biloxi.com;transport=tcp;method=REGISTER?to=sip:bob%40biloxi.com",
        "sip:biloxi.com;method=REGISTER;transport=tcp?to=sip:bob%40biloxi.com", true
      ),
      (
        "sip:alice@atlanta.com?subject=project%20x&priority=urgent", "sip:alice@atlanta.com?priority=urgent&subject=project%20x", true
      ),
      ("SIP:ALICE@AtLanTa.CoM;Transport=udp", "sip:alice@AtLanTa.CoM;Transport=UDP", false),
      ("sip:bob@biloxi.com", "sip:bob@biloxi.com:5060", false), ("sip:bob@biloxi.com", "sip:bob@biloxi.com;transport=udp", false),
      ("sip:bob@biloxi.com", "sip:bob@biloxi.com:6000;transport=tcp", false),
      ("sip:carol@chicago.com", "sip:carol@chicago.com?Subject=next%20meeting", false),
      ("sip:bob@phone21.boxesbybob.com", "sip:bob@192.0.2.4", false),
      // Equality is not transitive.
      ("sip:carol@chicago.com", "sip:carol@chicago.com;security=off", true),
      ("sip:carol@chicago.com;security=on", "sip:carol@chicago.com;security=off", false),
    ])
  func examples(a: String, b: String, expected: Bool) {
    #expect(SIPURI().matches(a, b) == expected)
    #expect(SIPURI().matches(b, a) == expected)
  }

  @Test(
    "SIP URIs are compared part by part by the rules of RFC 3261, 19.1.4",
    arguments: [
      ("sip:a@b", "sips:a@b", false), ("sip:a@b", "SIP:a@B", true), ("sip:a@b", "sip:A@b", false), ("sip:a@b", "sip:b", false),
      ("sip:a:x@b", "sip:a@b", false), ("sip:a:x@b", "sip:a:X@b", false), ("sip:a:x@b", "sip:a:%78@b", true),
      ("sip:a%3ab@c", "sip:a%3Ab@c", true), ("sip:a%2Cb@c", "sip:a,b@c", false), ("sip:%7Ea@c", "sip:~a@c", true),
      ("sip:a@b:5060", "sip:a@b:05060", true), ("sip:a@b:5060", "sip:a@b:5061", false),
      ("sip:a@b;user=phone", "sip:a@b", false), ("sip:a@b;user=phone", "sip:a@b;USER=Phone", true), ("sip:a@b;ttl=1", "sip:a@b", false),
      ("sip:a@b;ttl=1", "sip:a@b;ttl=2", false), ("sip:a@b;method=INVITE", "sip:a@b", false),
      ("sip:a@b;method=INVITE", "sip:a@b;method=invite", false), ("sip:a@b;maddr=239.255.255.1", "sip:a@b", false),
      ("sip:a@b;maddr=[::1]", "sip:a@b;maddr=[0:0:0:0:0:0:0:1]", true), ("sip:a@b;lr", "sip:a@b", true),
      ("sip:a@b;lr", "sip:a@b;lr=on", false),
      ("sip:a@b;x=%61", "sip:a@b;x=A", true), ("sip:a@b;x=1;y=2", "sip:a@b;y=2;x=1", true), ("sip:a@b?x=1", "sip:a@b?x=1&x=1", false),
      ("sip:a@b?X=Yes", "sip:a@b?x=yes", true), ("sip:a@b?x=", "sip:a@b", false),
      ("sip:a@[2001:db8::9:1]", "sip:a@[2001:DB8:0:0:0:0:9:01]", true), ("sip:a@[2001:db8::9:1]", "sip:a@[2001:db8::9:2]", false),
      ("sip:a@[::ffff:192.0.2.1]", "sip:a@[::ffff:c000:201]", true), ("sip:a@[::1]:5060", "sip:a@[::1]", false),
      ("\"Bob\" <sip:bob@example.org>;tag=1", "sip:bob@example.org", true),
      ("Bob <sip:bob@example.org>", "Rob <sip:bob@EXAMPLE.org>", true),
    ])
  func rules(a: String, b: String, expected: Bool) {
    #expect(SIPURI().matches(a, b) == expected)
    #expect(SIPURI().matches(b, a) == expected)
  }

  @Test(
    "SIP URIs are parsed into their parts, those of RFC 3261, 19.1.3 and RFC 4475 too",
    arguments: [
      ("sip:alice@atlanta.com", "alice", nil, "atlanta.com", nil),
      ("sip:alice:secretword@atlanta.com;transport=tcp", "alice", "secretword", "atlanta.com", nil),
      ("sips:alice@atlanta.com?subject=project%20x&priority=urgent", "alice", nil, "atlanta.com", nil),
      ("sip:+1-212-555-1212:1234@gateway.com;user=phone", "+1-212-555-1212", "1234", "gateway.com", nil),
      ("sips:1212@gateway.com", "1212", nil, "gateway.com", nil), ("sip:alice@192.0.2.4", "alice", nil, "192.0.2.4", nil),
      ("sip:atlanta.com;method=REGISTER?to=alice%40atlanta.com", nil, nil, "atlanta.com", nil),
      ("sip:alice;day=tuesday@atlanta.com", "alice;day=tuesday", nil, "atlanta.com", nil),
      (
        "sip:1_unusual.URI~(to-be!sure)&isn't+it$/crazy?,/;;*:&it+has=1,weird!*pas$wo~d_too.(doesn't-it)@example.com",
        "1_unusual.URI~(to-be!sure)&isn't+it$/crazy?,/;;*", "&it+has=1,weird!*pas$wo~d_too.(doesn't-it)", "example.com", nil
      ),
      ("sip:sips%3Auser%40example.com@example.net", "sips%3Auser%40example.com", nil, "example.net", nil),
      ("sip:user;par=u%40example.net@example.com", "user;par=u%40example.net", nil, "example.com", nil),
      ("sip:null-%00-null@example.com", "null-%00-null", nil, "example.com", nil),
      ("sip:user@[2001:db8::10]:5070", "user", nil, "[2001:db8::10]", 5070),
      ("sip:[2001:db8::10:5070]", nil, nil, "[2001:db8::10:5070]", nil),
      ("sip:bj\u{F6}rn@example.org", "bj%C3%B6rn", nil, "example.org", nil), ("sip:a@example.org.", "a", nil, "example.org.", nil),
      ("sip:112", nil, nil, "112", nil), ("sip:a@b:0", "a", nil, "b", 0), ("sip:a:@b", "a", "", "b", nil),
    ] as [(String, String?, String?, String, UInt16?)])
  func parts(text: String, user: String?, password: String?, host: String, port: UInt16?) throws {
    let uri = try ParsedSIPURI(text)
    #expect(uri.isSecure == text.hasPrefix("sips"))
    #expect(uri.user == user)
    #expect(uri.password == password)
    #expect(uri.host == host)
    #expect(uri.port == port)
    #expect(try ParsedSIPURI(uri.description) == uri)
  }

  @Test("SIP URIs keep their parameters and header fields, in order of name")
  func lists() throws {
    let uri = try ParsedSIPURI("sip:h;Transport=TCP;lr?To=a%40b&body=%0d%0A")
    #expect(uri.parameters == ["transport": "TCP", "lr": ""])
    #expect(uri.headers.map(\.name) == ["body", "to"])
    #expect(uri.description == "sip:h;lr;transport=TCP?body=%0D%0A&to=a%40b")
  }

  @Test(
    "Invalid SIP URIs name the wrong part",
    arguments: [
      ("", "scheme"), ("bob@example.org", "scheme"), ("tel:+1", "scheme"), ("sip:", "no host"), ("sip:bob@", "no host"),
      ("sip:@b", "the user"),
      ("sip:bob smith@b", "the user"), ("sip:a%4@b", "the user"), ("sip:a%zz@b", "the user"), ("sip:a@b@c", "more than one @"),
      ("sip:a@b c", "not a host"), ("sip:a@-b", "not a host"), ("sip:a@b..c", "not a host"), ("sip:a@.", "not a host"),
      ("sip:a@b:", "port"),
      ("sip:a@b:65536", "port"), ("sip:a@b:x", "port"), ("sip:a@[::1", "IPv6"), ("sip:a@[1::2::3]", "IPv6"), ("sip:a@[::1%25eth0]", "IPv6"),
      ("sip:a@2001:db8::1", "in brackets"), ("sip:a@b;", "parameter is empty"), ("sip:a@b;x=", "parameter x is empty"),
      ("sip:a@b;x;X", "parameter x twice"), ("sip:a@b;x=a b", "escaped"), ("sip:a@b?x", "header field"), ("sip:a@b?=1", "header field"),
      ("sip:a@b?x=1&", "header field"), ("sip:a:b:c@d", "password"), ("sip:a@[::1]x", "follow the host"), ("<sip:a@b", "never closed"),
      ("\"Bob <sip:a@b>", "never closed"), ("Bob sip:a@b>", "scheme"), ("<sip:a@b> c", "only parameters"),
      ("sip:a@b;x=1=2", "follow the host"),
    ])
  func wrong(text: String, reason: String) {
    #expect {
      try SIPURI().normalize(text)
    } throws: { error in
      (error as? HandleError)?.reason.contains(reason) == true && (error as? HandleError)?.kind == "sipURI"
    }
  }

  @Test(
    "SIP URIs print IPv6 addresses in the spelling of RFC 5952",
    arguments: [
      ("2001:0DB8:0:0:0:0:0:1", "2001:db8::1"), ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"), ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"),
      ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("::", "::"), ("0:0:0:0:0:0:0:0", "::"), ("1::", "1::"), ("::1", "::1"),
      ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::192.0.2.1", "::c000:201"), ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"),
      ("1:2:3:4:5:6:7", nil), ("1:2:3:4:5:6:7:8:9", nil), ("1:2:3:4:5:6:7:8::", nil), (":1", nil), ("1:", nil), (":::", nil),
      ("1:::2", nil), ("12345::", nil),
      ("g::", nil), ("::256.0.0.1", nil), ("::1.2.3", nil), ("1.2.3.4::", nil), ("::-1", nil), ("::+1", nil), (":1::", nil), ("", nil),
      ("1", nil),
    ] as [(String, String?)])
  func addresses(text: String, canonical: String?) {
    #expect((try? ParsedSIPURI("sip:[\(text)]"))?.host == canonical.map { "[\($0)]" })
  }
}
