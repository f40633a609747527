import CallControl
import Foundation
import Testing

@Suite("Calls started by a link or by JSON")
struct StartCallRequestTests {
  @Test(
    "A link gives the handle to call and the options",
    arguments: [
      ("monkeycall://5550100", StartCallRequest(handle: Handle(type: .phoneNumber, value: "5550100"))),
      ("MonkeyCall://5550100?video=1", StartCallRequest(handle: Handle(type: .phoneNumber, value: "5550100"), isVideo: true)),
      ("monkeycall:5550100/", StartCallRequest(handle: Handle(type: .phoneNumber, value: "5550100"))),
      ("monkeycall://bob", StartCallRequest(handle: Handle(type: .generic, value: "bob"))),
      (
        "monkeycall://bob%20b?provider=home&contact=17&x=y#top",
        StartCallRequest(handle: Handle(type: .generic, value: "bob b"), provider: "home", contactIdentifier: "17")
      ),
      ("monkeycall://bob@example.org", StartCallRequest(handle: Handle(type: .emailAddress, value: "bob@example.org"))),
      ("monkeycall://sip%3Abob%40example.org", StartCallRequest(handle: Handle(type: .sipURI, value: "sip:bob@example.org"))),
      ("tel:+1-202-555-0100?video=false", StartCallRequest(handle: Handle(type: .phoneNumber, value: "+1-202-555-0100"))),
      (
        "sip:bob@example.org;transport=tcp?Subject=x&video=true",
        StartCallRequest(handle: Handle(type: .sipURI, value: "sip:bob@example.org;transport=tcp"), isVideo: true)
      ),
      ("mailto:bob@example.org", StartCallRequest(handle: Handle(type: .emailAddress, value: "bob@example.org"))),
    ])
  func links(text: String, expected: StartCallRequest) throws {
    #expect(try StartCallRequest(url: text, scheme: "monkeycall") == expected)
    #expect(try StartCallRequest(url: text) == expected)
    if let url = URL(string: text) { #expect(try StartCallRequest(url: url) == expected) }
  }

  @Test(
    "Other links are refused with a sentence",
    arguments: [
      "", ":", "5550100", "://", "monkeycall://", "monkeycall:///", "monkeycall://a/b", "monkeycall://%", "monkeycall://%4",
      "monkeycall://%zz",
      "monkeycall://%00", "monkeycall://a%0Ab", "monkeycall://%ff", "monkeycall://a%E2%80%AEb", "monkeycall://a\u{1B}[2J",
      "monkeycall://1?video=maybe",
      "monkeycall://1?provider=", "tel:", "tel:abc", "mailto:nobody", "sip:", "sip:@", "https://example.org", "javascript:alert(1)",
      "1x://a",
      "monkeycall://" + String(repeating: "1", count: 3_000),
    ])
  func refused(text: String) {
    do throws(StartCallRequestError) {
      let request = try StartCallRequest(url: text)
      Issue.record("\(text) asks for \(request)")
    } catch {
      #expect(error.errorDescription?.hasSuffix(".") == true)
      #expect(error.text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    }
  }

  @Test("Another program's scheme is refused where ours is known")
  func otherScheme() {
    #expect(throws: StartCallRequestError.self) { try StartCallRequest(url: "othercall://1", scheme: "monkeycall") }
  }

  @Test("JSON gives the same request, and survives a round trip")
  func json() throws {
    let request = try StartCallRequest(json: #"{"handle": "tel:+12025550100", "provider": "home", "video": true, "contact": "17"}"#)
    #expect(
      request
        == StartCallRequest(
          handle: Handle(type: .phoneNumber, value: "+12025550100"), provider: "home", isVideo: true, contactIdentifier: "17"))
    let text = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
    #expect(try StartCallRequest(json: text) == request)
    #expect(try StartCallRequest(json: #"{"handle": {"type": "generic", "value": "bob"}}"#).handle == Handle(type: .generic, value: "bob"))
  }

  @Test(
    "JSON of another form is refused",
    arguments: [
      "", "[]", "{}", "null", "1", #"{"handle": 1}"#, #"{"handle": ""}"#, #"{"handle": "tel:x"}"#, #"{"handle": "a", "hanlde": "b"}"#,
      #"{"handle": "a", "video": 1}"#, #"{"handle": "a\u0007"}"#, #"{"handle": "a", "provider": ""}"#,
      String(repeating: "[", count: 4_000),
    ])
  func badJSON(text: String) {
    #expect(throws: StartCallRequestError.self) { try StartCallRequest(json: text) }
  }

  @Test("Any text gives a request or an error")
  func anyText() {
    var state: UInt64 = 20_261_122
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    let pieces = [
      "monkeycall:", "//", "tel:", "sip:", "%", "%4", "%41", "?", "&", "=", "#", "@", "/", "é", "\u{202E}", "\0", "video", "1", ";",
      "[::1]", "{", "\"", ":",
    ]
    for _ in 0..<20_000 {
      let text = (0..<(next() % 12)).map { _ in pieces[Int(next() % UInt64(pieces.count))] }.joined()
      if let request = try? StartCallRequest(url: text) { #expect(!request.handle.value.isEmpty) }
      _ = try? StartCallRequest(json: text)
      _ = Handle(parsing: text)
    }
  }

  @Test("A handle is read from the host part of the URL of a program's own scheme")
  func ownScheme() {
    #expect(Handle(parsing: "monkeycall://5550100") == Handle(type: .phoneNumber, value: "5550100"))
    #expect(Handle(parsing: "monkeycall://bob?video=1") == Handle(type: .generic, value: "bob"))
    #expect(Handle(parsing: "https://meet.example.org") == Handle(type: .generic, value: "https://meet.example.org"))
    #expect(Handle(parsing: "room://a/b") == Handle(type: .generic, value: "room://a/b"))
  }
}
