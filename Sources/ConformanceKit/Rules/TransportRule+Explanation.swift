extension TransportRule {
  /// The rule as plain text, for a terminal.
  var explanation: String {
    """
    \(id) (\(level.rawValue)): \(title)

    \(PlainText.paragraph(text))

    \(PlainText.paragraph("Why: " + why))

    \(PlainText.paragraph("When it is broken: " + consequence))

    \(PlainText.paragraph("Shown by: " + shownBy { $0 }))

    \(c.explanation("C"))

    \(swift.explanation("Swift"))
    """
  }

  /// Returns a sentence that names the rule's tests; `quoted` formats each id.
  func shownBy(_ quoted: (String) -> String) -> String {
    switch proof {
    case .tests(let ids): ids.map(quoted).joined(separator: ", ") + "."
    case .notTestable(let reason): "no test. \(reason)"
    }
  }
}

extension RuleExample {
  fileprivate func explanation(_ language: String) -> String {
    switch self {
    case .code(let wrong, let right), .shell(let wrong, let right):
      "Wrong, in \(language):\n\n\(PlainText.indented(wrong))\n\nRight, in \(language):\n\n\(PlainText.indented(right))"
    case .note(let sentence): PlainText.paragraph("In \(language): \(sentence)")
    }
  }
}
