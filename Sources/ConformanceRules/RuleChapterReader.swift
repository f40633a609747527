/// One Markdown file of the rules.
package struct RuleFile: Sendable {
  /// Its name, as in `calls.md`.
  package let name: String
  package let text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// The place and the reason where a file of the rules has another form than its reader expects.
package struct RuleChapterError: Error, Hashable, CustomStringConvertible {
  package let file: String
  /// Counts from 1.
  package let line: Int
  /// The text that should stand there.
  package let expected: String

  /// `calls.md:12: expected …`.
  package var description: String { "\(file):\(line): expected \(expected)" }
}

/// Reads the files of the rules strictly: every paragraph has its place, so that no part of a rule is forgotten.
package struct RuleChapterReader {
  private let file: String
  private let lines: [Substring]
  private var at = 0

  package init(_ file: RuleFile) {
    self.file = file.name
    lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Reads a chapter: a heading, an introduction, and its rules.
  package mutating func chapter() throws(RuleChapterError) -> RuleChapter {
    let title = try paragraph("## ", "the chapter's heading: ## TITLE")
    guard !line.hasPrefix("#") else { throw error("the chapter's introduction") }
    let introduction = try paragraph("", "the chapter's introduction")
    var rules: [TransportRule] = []
    repeat { rules.append(try rule()) } while !isAtEnd
    return RuleChapter(title: title, introduction: introduction, rules: rules)
  }

  /// Reads the frame of the examples: the first block of code in each language.
  package mutating func frame() throws(RuleChapterError) -> (c: String, swift: String) {
    while !isAtEnd, line != "```c" { at += 1 }
    let c = try code("c")
    while !isAtEnd, line != "```swift" { at += 1 }
    return (c, try code("swift"))
  }

  private mutating func rule() throws(RuleChapterError) -> TransportRule {
    let (number, title) = try heading()
    let (level, text) = try levelAndText()
    let why = try paragraph("*Why:* ", "the reason: *Why:* …")
    let consequence = try paragraph("*When it is broken:* ", "the consequence: *When it is broken:* …")
    let proof = try proof()
    let c = try example("In C", "c")
    return TransportRule(
      number: number, level: level, title: title, text: text, why: why, consequence: consequence, proof: proof, c: c,
      swift: try example("In Swift", "swift"))
  }

  private mutating func heading() throws(RuleChapterError) -> (number: Int, title: String) {
    let expected = "a rule's heading: ### HSW-R-NNN: TITLE"
    let parts = line.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let number = parts[0].split(separator: "-").last.flatMap({ Int($0) }),
      parts[0] == "### \(TransportRule.id(number))", parts[1].hasPrefix(" ")
    else { throw error(expected) }
    _ = try paragraph("### ", expected)
    return (number, String(parts[1].dropFirst()))
  }

  private mutating func levelAndText() throws(RuleChapterError) -> (TransportRule.Level, String) {
    for level in TransportRule.Level.allCases where line.hasPrefix("**\(level.rawValue)** · ") {
      return (level, try paragraph("**\(level.rawValue)** · ", "the rule"))
    }
    throw error("the rule's level and text: \(TransportRule.Level.allCases.map { "**\($0.rawValue)** · …" }.joined(separator: " or "))")
  }

  private mutating func proof() throws(RuleChapterError) -> TransportRule.Proof {
    let expected = "the rule's tests: *Shown by:* `group.name`, `group.name`. or *Shown by:* no test. REASON"
    let start = at
    let text = try paragraph("*Shown by:* ", expected)
    if text.hasPrefix("no test. ") { return .notTestable(String(text.dropFirst("no test. ".count))) }
    let names = text.dropLast().split(separator: ", ", omittingEmptySubsequences: false)
    guard text.hasSuffix("."), names.allSatisfy({ $0.count > 2 && $0.hasPrefix("`") && $0.hasSuffix("`") }) else {
      at = start
      throw error(expected)
    }
    return .tests(names.map { String($0.dropFirst().dropLast()) })
  }

  /// Reads an example, whose first words are `place`.
  private mutating func example(_ place: String, _ language: String) throws(RuleChapterError) -> RuleExample {
    if line.hasPrefix("\(place): ") { return .note(try paragraph("\(place): ", "a sentence")) }
    let expected = "an example: \"\(place), wrong:\" or \"\(place): \" with a sentence"
    guard line == "\(place), wrong:" else { throw error(expected) }
    _ = try paragraph("\(place), ", expected)
    let isShell = line == "```sh"
    let wrong = try code(isShell ? "sh" : language)
    guard line == "Right:" else { throw error("Right:") }
    _ = try paragraph("Right", "Right:")
    let right = try code(isShell ? "sh" : language)
    return isShell ? .shell(wrong: wrong, right: right) : .code(wrong: wrong, right: right)
  }

  // MARK: paragraphs and blocks of code

  private var isAtEnd: Bool { at >= lines.count }
  private var line: Substring { isAtEnd ? "" : lines[at] }

  /// Takes a paragraph of one line, and the empty line after it; returns the text after `mark`.
  private mutating func paragraph(_ mark: String, _ expected: String) throws(RuleChapterError) -> String {
    guard line.hasPrefix(mark), line.count > mark.count else { throw error(expected) }
    let text = String(line.dropFirst(mark.count))
    at += 1
    try emptyLine()
    return text
  }

  /// Takes a block of code, and the empty line after it.
  private mutating func code(_ language: String) throws(RuleChapterError) -> String {
    guard line == "```\(language)" else { throw error("code: ```\(language)") }
    let first = at + 1
    guard let last = lines[first...].firstIndex(of: "```") else { throw error("the end of this code: ```") }
    at = last + 1
    try emptyLine()
    return lines[first..<last].joined(separator: "\n")
  }

  /// Takes the empty line between two paragraphs; the last one ends the file.
  private mutating func emptyLine() throws(RuleChapterError) {
    guard line.isEmpty else { throw error("an empty line: a paragraph of a rule is one line") }
    at += 1
  }

  private func error(_ expected: String) -> RuleChapterError {
    RuleChapterError(file: file, line: min(at, lines.count - 1) + 1, expected: expected)
  }
}
