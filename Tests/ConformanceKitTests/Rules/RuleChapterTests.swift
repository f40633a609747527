import ConformanceRules
import Foundation
import Testing

@Suite("The files of the rules")
struct RuleChapterTests {
  private static let chapter = """
    ## Calls

    About calls.

    ### HSW-R-007: Answer once

    **should** · A call is answered once.

    *Why:* Twice is too often.

    *When it is broken:* The host counts it.

    *Shown by:* `action.answer`, `action.end`.

    In C, wrong:

    ```c
    answer();

    answer();
    ```

    Right:

    ```c
    answer();
    ```

    In Swift: TransportKit does it.

    """

  @Test("become chapters")
  func chapter() throws {
    let chapter = try Self.read(Self.chapter)
    #expect(chapter.title == "Calls")
    #expect(chapter.introduction == "About calls.")
    let rule = try #require(chapter.rules.first)
    #expect(rule.id == "HSW-R-007" && rule.title == "Answer once" && rule.level == .should)
    #expect(rule.text == "A call is answered once." && rule.why == "Twice is too often." && rule.consequence == "The host counts it.")
    #expect(rule.proof == .tests(["action.answer", "action.end"]))
    #expect(rule.c == .code(wrong: "answer();\n\nanswer();", right: "answer();"))
    #expect(rule.swift == .note("TransportKit does it."))
  }

  @Test("may have commands instead of code, and a reason instead of tests")
  func commands() throws {
    let text = Self.chapter.replacing("```c", with: "```sh").replacing("`action.answer`, `action.end`.", with: "no test. It needs luck.")
    let rule = try #require(try Self.read(text).rules.first)
    #expect(rule.c == .shell(wrong: "answer();\n\nanswer();", right: "answer();"))
    #expect(rule.proof == .notTestable("It needs luck.") && rule.tests.isEmpty)
  }

  @Test(
    "are refused with the line where a part is missing or has another form",
    arguments: [
      ("## Calls", "# Calls", 1), ("About calls.\n\n", "", 3), ("About calls.", "About calls.\nAnd more.", 4),
      ("### HSW-R-007: ", "### HSW-R-7: ", 5), ("### HSW-R-007: ", "### HSW-R-007 ", 5), ("**should**", "**may**", 7),
      ("*Why:* ", "*Reason:* ", 9), ("Twice is too often.", "", 9), ("*When it is broken:* The host counts it.\n\n", "", 11),
      ("`action.answer`, ", "action.answer, ", 13), ("`action.end`.", "`action.end`", 13), ("In C, wrong:", "In C, bad:", 15),
      ("```c\nanswer();\n\n", "```cpp\nanswer();\n\n", 17), ("Right:", "Better:", 23),
      ("answer();\n```\n\nIn Swift", "answer();\n\nIn Swift", 25),
      ("In Swift: ", "In Rust: ", 29), ("does it.\n", "does it.\n\n", 31),
    ])
  func refused(_ part: String, _ replacement: String, _ line: Int) {
    let text = Self.chapter.replacing(part, with: replacement)
    #expect(text != Self.chapter)
    #expect { try Self.read(text) } throws: { ($0 as? RuleChapterError)?.line == line && "\($0)".hasPrefix("calls.md:\(line): expected ") }
  }

  @Test("in the folder are all in the command")
  func complete() throws {
    let folder = Tree.root.appending(path: "Sources/ConformanceRules/Chapters")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(TransportRules.files.map(\.name)) == Set(names), "Sources/CConformanceRules/rules.c lists the files")
    for file in TransportRules.files {
      #expect(file.text == (try String(contentsOf: folder.appending(path: file.name), encoding: .utf8)), "\(file.name)")
    }
  }

  private static func read(_ text: String) throws -> RuleChapter {
    var reader = RuleChapterReader(RuleFile(name: "calls.md", text: text))
    return try reader.chapter()
  }
}
