extension TransportRules {
  /// The page of all rules, `docs/transport-rules.md`.
  public static func markdown() -> String {
    var page = """
      # The rules of transports

      What a transport must do, in numbered rules: each with its reason, what happens when it is broken, which tests of
      `hookswitch conform` show it, and how it looks in code. A number never changes its meaning, so that it can be quoted.
      The contract itself is `hookswitch/transport.h`; `hookswitch conform --explain HSW-R-001` prints any of these in a terminal.

      **must**: a transport that breaks it fails. **should**: it is warned. **host**: the host keeps it, and a transport may rely on it.

      """
    for chapter in chapters { page += "\n- [\(chapter.title)](#\(chapter.anchor)): \(chapter.range)" }
    page += "\n\n## What the examples take for granted\n\n\(framePage)"
    for chapter in chapters { page += "\n## \(chapter.title)\n\n\(chapter.introduction)\n" + chapter.rules.map(\.markdown).joined() }
    return page
  }

  private static var framePage: String {
    """
    Examples stand on their own lines and on the frame below. Wrong code compiles as well as right code: it is wrong when it runs.

    ```c
    \(RuleFrame.c)
    ```

    In Swift, with TransportKit, they stand inside a class with these members:

    ```swift
    \(RuleFrame.swift)
    ```

    """
  }
}

extension RuleChapter {
  /// The part after `#` in a link to the chapter's heading.
  fileprivate var anchor: String {
    String(title.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " }.map { $0 == " " ? "-" : $0 })
  }

  /// The ids of its rules, with consecutive ones as one range.
  fileprivate var range: String {
    var runs: [(first: TransportRule, last: TransportRule)] = []
    for rule in rules {
      if let run = runs.last, run.last.number + 1 == rule.number {
        runs[runs.count - 1].last = rule
      } else {
        runs.append((rule, rule))
      }
    }
    return runs.map { $0.first == $0.last ? $0.first.id : "\($0.first.id) to \($0.last.id)" }.joined(separator: ", ")
  }
}

extension TransportRule {
  /// The rule as a section of the page.
  fileprivate var markdown: String {
    """

    ### \(id): \(title)

    **\(level.rawValue)** · \(text)

    *Why:* \(why)

    *When it is broken:* \(consequence)

    *Shown by:* \(shownBy { "`\($0)`" })

    \(c.markdown("c", "In C"))
    \(swift.markdown("swift", "In Swift"))
    """
  }
}

extension RuleExample {
  fileprivate func markdown(_ language: String, _ heading: String) -> String {
    switch self {
    case .code(let wrong, let right): Self.pieces(language, "\(heading), wrong:", wrong, "Right:", right)
    case .shell(let wrong, let right): Self.pieces("sh", "\(heading), wrong:", wrong, "Right:", right)
    case .note(let sentence): "\(heading): \(sentence)\n"
    }
  }

  private static func pieces(_ language: String, _ first: String, _ wrong: String, _ second: String, _ right: String) -> String {
    "\(first)\n\n```\(language)\n\(wrong)\n```\n\n\(second)\n\n```\(language)\n\(right)\n```\n"
  }
}
