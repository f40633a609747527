import CallControl
import Testing

@Suite("Search in texts")
struct StringSearchTests {
  static let texts = ["", "a", "ab", "aab", "ababab", "aaaa", "$ORIGIN/x:${ORIGIN}", "e\u{301}x", "éx", "🇩🇪🇫🇷"]
  static let parts = ["a", "ab", "aa", "$ORIGIN", "${ORIGIN}", "é", "e", "🇫🇷", "x"]

  @Test("includes and substituting give what the standard library's contains and replacing give", arguments: texts)
  func asStandard(_ text: String) {
    for part in Self.parts {
      #expect(text.includes(part) == text.contains(part), "\(part)")
      #expect(text.substituting(part, with: "<>") == text.replacing(part, with: "<>"), "\(part)")
    }
    #expect(text.includes(""))
  }
}
