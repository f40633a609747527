internal import CConformanceRules

/// The rules of the transport ABI: the Markdown files of `Chapters`, from which the page of rules and every explanation come.
public enum TransportRules {
  /// The chapters, in the order of the page.
  public static let chapters: [RuleChapter] = files.dropFirst(2).map { file in
    read(file) { reader throws(RuleChapterError) in try reader.chapter() }
  }

  /// Every rule.
  public static let all: [TransportRule] = chapters.flatMap(\.rules)

  /// Returns the rule of that id, as in `HSW-R-014`.
  public static func rule(_ id: String) -> TransportRule? { all.first { $0.id == id } }

  /// Returns the rules that a test checks.
  public static func rules(shownBy test: String) -> [TransportRule] { all.filter { $0.tests.contains(test) } }

  /// The page of all rules, `docs/transport-rules.md`: the files with a table of contents after the first one.
  public static func markdown() -> String {
    let contents = chapters.map { $0.contentsLine + "\n" }.joined()
    return ([files[0].text, contents] + files.dropFirst().map(\.text)).joined(separator: "\n")
  }

  /// The frame of the examples in C and in Swift.
  static let frame: (c: String, swift: String) = read(files[1]) { reader throws(RuleChapterError) in try reader.frame() }

  /// The files in the command, in the order of the page: the introduction, the frame of the examples, the chapters.
  package static let files: [RuleFile] = (0...).lazy.map(hookswitch_rule_file_at).prefix { $0 != nil }.compactMap { file in
    guard let file = file?.pointee else { return nil }
    return RuleFile(
      name: String(cString: file.name), text: String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.size), as: UTF8.self))
  }

  /// Reads a file that the build has put into this program, so that an error in it is one of this source tree.
  private static func read<Content>(
    _ file: RuleFile, _ read: (inout RuleChapterReader) throws(RuleChapterError) -> Content
  ) -> Content {
    var reader = RuleChapterReader(file)
    do {
      return try read(&reader)
    } catch {
      fatalError("Sources/ConformanceRules/Chapters/\(error)")
    }
  }
}

/// The declarations that the rules' examples rely on, so that each can be a few lines.
///
/// Tests compile them before each example.
public enum RuleFrame {
  /// The frame of examples in C: an instance, its calls, and a network.
  public static var c: String { TransportRules.frame.c }
  /// The frame of examples in Swift, which stand inside a class with these members.
  public static var swift: String { TransportRules.frame.swift }
}
