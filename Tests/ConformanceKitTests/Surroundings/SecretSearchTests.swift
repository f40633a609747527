import Foundation
import Testing

@testable import ConformanceHarness

@Suite("A search for a secret")
struct SecretSearchTests {
  private static let secret = "hV7kq2PzRt9mXw4cYb8nLd3sGf6"
  private let search = SecretSearch(secret)

  private func form(_ text: String) -> String? { search.form(in: Array(text.utf8)) }

  @Test("finds it plain, reversed, and ten characters of it")
  func plain() {
    #expect(form("registering with \(Self.secret)!") == "plain")
    #expect(form("registering with \(Self.secret.prefix(10))…") == "plain")
    #expect(form("registering with \(Self.secret.prefix(9))…") == nil)
    #expect(form(String(Self.secret.reversed())) == "reversed")
  }

  @Test("finds it as Base64, wherever it lies in the encoded text", arguments: ["", "a", "ab", "user:", "user:x"], ["", "!", "!!"])
  func base64(before: String, after: String) {
    let text = Data((before + Self.secret + after).utf8).base64EncodedString()
    #expect(form("Basic \(text)") == "as Base64")
    #expect(form(text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")) == "as Base64")
  }

  @Test("finds it as hex, percent-encoded, as escapes and as UTF-16")
  func encoded() {
    let bytes = Array(Self.secret.utf8)
    #expect(form(bytes.map { String(format: "%02x", $0) }.joined()) == "as hex")
    #expect(form(bytes.map { String(format: "%02X", $0) }.joined(separator: ":")) == "as hex")
    #expect(form(bytes.map { String(format: "%%%02X", $0) }.joined()) == "percent-encoded")
    #expect(form(bytes.map { String(format: "\\u00%02x", $0) }.joined()) == "as JSON escapes")
    #expect(search.form(in: bytes.flatMap { [$0, 0] }) == "as UTF-16")
  }

  @Test("finds nothing in other texts")
  func nothing() {
    #expect(form("") == nil)
    #expect(form("the canary sings") == nil)
    #expect(form(String(repeating: "hV7kq2PzR ", count: 100)) == nil)
  }
}
