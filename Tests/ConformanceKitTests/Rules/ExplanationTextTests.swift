import ConformanceKit
import Testing

/// The words of explanations: nothing of a rule's text is lost on the way to a terminal.
@Suite("The text of an explanation")
struct ExplanationTextTests {
  /// Returns the number of that character outside of code and links.
  private static func count(_ mark: Character, in text: String) -> Int {
    // A link's own brackets go: `[words](address)`.
    text.count { $0 == mark } - text.indices.count { text[$0...].hasPrefix("](") }
  }

  @Test("keeps each bracket of a rule's text but those of links", arguments: TransportRules.all)
  func brackets(_ rule: TransportRule) throws {
    let text = try #require(Explanation.text(for: rule.id))
    let notes = [rule.c, rule.swift].compactMap { example in if case .note(let note) = example { note } else { nil } }
    let code = [rule.c, rule.swift].flatMap { example in
      switch example {
      case .code(let wrong, let right), .shell(let wrong, let right): [wrong, right]
      case .note: [String]()
      }
    }
    var proof = ""
    if case .notTestable(let reason) = rule.proof { proof = reason }
    let prose = ([rule.title, rule.text, rule.why, rule.consequence, proof] + notes).joined(separator: "\n")
    for mark in ["[", "]"] as [Character] {
      let expected = Self.count(mark, in: prose) + code.reduce(0) { sum, part in sum + part.count { $0 == mark } }
      #expect(text.count { $0 == mark } == expected, "\(rule.id) has \(text.count { $0 == mark }) of \(mark), should be \(expected)")
    }
  }

  @Test("has the tags of threads whole")
  func tags() throws {
    let text = try #require(Explanation.text(for: "HSW-R-034"))
    #expect(text.contains("[loop]"))
    let media = try #require(Explanation.text(for: "HSW-R-104"))
    #expect(media.contains("[media]") && !media.contains(" media]"))
  }

  @Test("of a rule has both examples, and of a test the command that runs it", arguments: Catalogue.tests.map(\.id))
  func command(_ id: String) throws {
    let text = try #require(Explanation.text(for: id))
    #expect(text.contains("hookswitch conform PLUGIN.so --test \(id)\n"))
    #expect(text.contains("Wrong, in C:") || text.contains("In C: "))
    #expect(text.contains("Wrong, in Swift:") || text.contains("In Swift: ") || text.contains("Wrong, in C:"))
    #expect(!text.contains("\n\n\n") && text.utf8.count > 400)
  }

  @Test("of a test of call directories has their command", arguments: Catalogue.directoryTests.map(\.id))
  func directory(_ id: String) throws {
    #expect(try #require(Explanation.text(for: id)).contains("hookswitch conform --directory FILE --test \(id)\n"))
  }
}
