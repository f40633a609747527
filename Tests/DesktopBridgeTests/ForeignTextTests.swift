import Testing

@testable import DesktopBridge

@Suite("ForeignText: names and handles of others are data") struct ForeignTextTests {
  @Test(
    "Control characters, line ends and direction marks are dropped, and the rest is isolated",
    arguments: [
      ("Ann", "\u{2068}Ann\u{2069}"), ("", ""), ("\n\r\u{7}", ""), ("a\nb\u{2028}c", "\u{2068}abc\u{2069}"),
      ("\u{202E}evil\u{2069}\u{2066}", "\u{2068}evil\u{2069}"), ("شركة", "\u{2068}شركة\u{2069}"),
      ("👩‍👩‍👧", "\u{2068}👩‍👩‍👧\u{2069}"), ("<b>Bob</b> & co", "\u{2068}<b>Bob</b> & co\u{2069}"),
    ])
  func plain(_ text: String, _ shown: String) {
    #expect(ForeignText.plain(text) == shown)
  }

  @Test("A text has at most 128 characters") func limit() {
    #expect(ForeignText.plain(String(repeating: "x", count: 128)).count == 130)
    let cut = ForeignText.plain(String(repeating: "é", count: 10_000))
    #expect(cut.count == 130 && cut.hasSuffix("…\u{2069}"))
  }

  @Test("Markup is escaped") func escaped() {
    #expect(ForeignText.escaped(#"<a href="x">Tom & 'Jerry'</a>"#) == "&lt;a href=&quot;x&quot;&gt;Tom &amp; &apos;Jerry&apos;&lt;/a&gt;")
  }
}
