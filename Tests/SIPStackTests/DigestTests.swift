import CSIPStack
import Glibc
import Testing

@Suite("Answers to digest challenges")
struct DigestTests {
  /// An example of an RFC; the defaults are common to the examples.
  struct Example: CustomTestStringConvertible, Sendable {
    var algorithm: String?
    var answer: String
    var user = "Mufasa"
    var password = "Circle of Life"
    var realm = "http-auth@example.org"
    var nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
    var qop: String? = "auth"
    var cnonce: String? = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
    var uri = "/dir/index.html"
    var body = ""

    var testDescription: String { "\(algorithm ?? "none") \(qop ?? "none") \(uri)" }

    static let all = [
      // RFC 7616 section 3.9.1.
      Example(algorithm: "MD5", answer: "8ca523f5e9506fed4657c9700eebdbec"),
      Example(algorithm: nil, answer: "8ca523f5e9506fed4657c9700eebdbec"),
      Example(algorithm: "SHA-256", answer: "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
      Example(algorithm: "sha-256", answer: "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
      // RFC 2617 section 3.5.
      Example(
        algorithm: "MD5", answer: "6629fae49393a05397450978507c4ef1", password: "Circle Of Life", realm: "testrealm@host.com",
        nonce: "dcd98b7102dd2f0e8b11d0f600bfb0c093", cnonce: "0a4f113b"),
      // RFC 2069 section 2.4 with erratum 749: no qop, no cnonce.
      Example(
        algorithm: nil, answer: "1949323746fe6a43ef61f9606e7febea", password: "CircleOfLife", realm: "testrealm@host.com",
        nonce: "dcd98b7102dd2f0e8b11d0f600bfb0c093", qop: nil, cnonce: nil),
    ]
  }

  @Test("The answer equals the RFCs' examples", arguments: Example.all)
  func examples(_ example: Example) {
    #expect(Self.answer(example) == example.answer)
  }

  @Test("The answer hashes the user name where the server wants it hidden (RFC 7616 section 3.9.2, erratum 4897)")
  func hiddenUser() {
    var room = [CChar](repeating: 0, count: Int(CSIP_DIGEST_BYTES))
    #expect(csip_digest_user("SHA-512-256", "J\u{E4}s\u{F8}n Doe", "api@example.org", &room) == 0)
    #expect(Self.text(room) == "793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b")
  }

  @Test("A session's answer hashes nonce and cnonce into the key, and auth-int adds the body (RFC 7616 sections 3.4.2 and 3.4.3)")
  func variants() {
    let plain = Self.answer(Example(algorithm: "SHA-256", answer: ""))
    let session = Self.answer(Example(algorithm: "SHA-256-sess", answer: ""))
    let whole = Self.answer(Example(algorithm: "SHA-256", answer: "", qop: "auth-int"))
    let other = Self.answer(Example(algorithm: "SHA-256", answer: "", qop: "auth-int", body: "v=0"))
    #expect(Set([plain, session, whole, other]).count == 4)
    #expect([plain, session, whole, other].allSatisfy { $0?.count == 64 })
  }

  @Test("An unknown algorithm gets no answer, and stronger algorithms rank higher")
  func strength() {
    #expect(Self.answer(Example(algorithm: "SHA-1", answer: "")) == nil)
    #expect(csip_digest_strength("SHA-1") < 0)
    #expect(csip_digest_strength(nil) == csip_digest_strength("MD5"))
    #expect(csip_digest_strength("SHA-256") > csip_digest_strength("MD5-sess"))
    #expect(csip_digest_strength("SHA-512-256") > csip_digest_strength("SHA-256"))
  }

  private static func answer(_ example: Example) -> String? {
    var room = [CChar](repeating: 0, count: Int(CSIP_DIGEST_BYTES))
    let words: [String?] = [
      example.algorithm, example.user, example.password, example.realm, example.nonce, example.qop, example.cnonce, "GET", example.uri,
      example.body,
    ]
    let texts = words.map { word in word.flatMap { strdup($0) } }
    defer { for text in texts { free(text) } }
    guard let user = texts[1], let password = texts[2], let realm = texts[3], let nonce = texts[4], let method = texts[7],
      let uri = texts[8]
    else { return nil }
    var digest = csip_digest(
      algorithm: texts[0], user: user, password: password, realm: realm, nonce: nonce, qop: texts[5], cnonce: texts[6], count: 1,
      method: method, uri: uri, body: texts[9], body_bytes: example.body.utf8.count)
    guard csip_digest_answer(&digest, &room) == 0 else { return nil }
    return text(room)
  }

  private static func text(_ room: [CChar]) -> String {
    String(decoding: room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
