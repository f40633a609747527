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

/// One numbered rule of the transport ABI: its text, its reason, the consequence of breaking it, and its tests.
///
/// A number never changes its meaning; a dropped rule leaves a gap, and a new one gets the next number.
public struct TransportRule: Sendable, Hashable {
  /// The party that keeps the rule, and how strictly.
  public enum Level: String, Sendable, CaseIterable {
    /// A transport must keep it.
    case must
    /// A transport should keep it; a breach is a warning.
    case should
    /// The host keeps it, and a transport may rely on it.
    case host
  }

  /// The way to show that the rule is kept.
  public enum Proof: Sendable, Hashable {
    /// The kit's tests that check the rule, by their ids.
    case tests([String])
    /// No test of the kit can check the rule, for this reason.
    case notTestable(String)
  }

  /// The number.
  public let number: Int
  /// The party that keeps it, and how strictly.
  public let level: Level
  /// The rule in a few words.
  public let title: String
  /// The rule itself, in one or two sentences that can be quoted.
  public let text: String
  /// The reason for the rule: the harm that it prevents.
  public let why: String
  /// The host's reaction to a breach.
  public let consequence: String
  /// The way to show that it is kept.
  public let proof: Proof
  /// The example in C.
  public let c: RuleExample
  /// The example in Swift, with TransportKit.
  public let swift: RuleExample

  /// The id by which it is quoted: `HSW-R-014`.
  public var id: String { Self.id(number) }

  /// Returns the id of the rule with that number.
  static func id(_ number: Int) -> String {
    let digits = String(number)
    return "HSW-R-" + String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
  }

  /// The ids of the tests that check it; none for a rule that cannot be tested.
  public var tests: [String] {
    if case .tests(let ids) = proof { ids } else { [] }
  }
}

/// A rule's example in one language: code that breaks it and code that keeps it, or a sentence if no code can show it.
public enum RuleExample: Sendable, Hashable {
  /// Code that compiles in ``RuleFrame``; the first piece breaks the rule when it runs, the second keeps it.
  case code(wrong: String, right: String)
  /// Commands that build or install a transport; the first piece breaks the rule, the second keeps it.
  case shell(wrong: String, right: String)
  /// The reason why there is no code: most often, the SDK itself keeps the rule.
  case note(String)
}
