internal import TransportLoader

/// All findings of the doctor, as `doctor --json` prints them.
struct Diagnosis: Encodable, Sendable {
  /// The version of this command.
  var version = hookswitchVersion
  var findings: [Finding]

  /// Runs all checks; starts `swift`, `cc`, `ldconfig` and the helper, and runs no code of a transport.
  init(searchPath: SearchPath) {
    var catalog = TransportCatalog(searching: searchPath)
    catalog.meet(.remembered)
    findings = ToolchainCheck().findings()
    findings += LibraryCheck(transports: catalog.usable).findings()
    findings += FolderCheck(catalog: catalog).findings()
    findings += TransportCheck(catalog: catalog).findings()
    findings += FirstContactCheck().findings()
    findings += IsolationCheck(transports: catalog.usable).findings()
  }

  var hasErrors: Bool { findings.contains { $0.level == .error } }

  /// The report for people, topic by topic.
  func text(console: Console) -> String {
    let topics = Finding.Topic.allCases.compactMap { topic -> String? in
      let lines = findings.filter { $0.topic == topic }.map { Self.lines(of: $0, console: console) }
      return lines.isEmpty ? nil : ([console.styled(topic.rawValue, .bold)] + lines).joined(separator: "\n")
    }
    return (topics + [summary]).joined(separator: "\n\n")
  }

  private var summary: String {
    let counts = [Finding.Level.error, .warning].compactMap { level -> String? in
      let count = findings.count { $0.level == level }
      return count == 0 ? nil : "\(count) \(level.rawValue)\(count == 1 ? "" : "s")"
    }
    return counts.isEmpty ? "Nothing to do." : counts.joined(separator: ", ")
  }

  private static func lines(of finding: Finding, console: Console) -> String {
    let word = finding.level.rawValue
    let name = "  " + console.styled(word, style(finding.level)) + String(repeating: " ", count: 9 - word.count)
    let head = name + PlainText.line(finding.text)
    guard let advice = finding.advice else { return head }
    return head + "\n" + String(repeating: " ", count: 11) + "advice: " + PlainText.line(advice)
  }

  private static func style(_ level: Finding.Level) -> TextStyle {
    switch level {
    case .ok: .green
    case .note: .dim
    case .warning: .yellow
    case .error: .red
    }
  }
}

/// One result of the doctor, with advice.
struct Finding: Encodable, Equatable, Sendable {
  /// The severity: only an error makes `hookswitch doctor` fail.
  enum Level: String, Encodable, CaseIterable, Sendable { case error, warning, note, ok }

  /// The subject, in the order of the report.
  enum Topic: String, Encodable, CaseIterable, Sendable {
    case toolchain
    case libraries
    case searchPath = "search path"
    case transports
    case firstContact = "first contact"
    case isolation
  }

  var topic: Topic
  var level: Level
  /// The result in words.
  var text: String
  /// The advice; errors and warnings always have it.
  var advice: String?

  static func ok(_ topic: Topic, _ text: String) -> Finding { Finding(topic: topic, level: .ok, text: text) }

  static func note(_ topic: Topic, _ text: String, advice: String? = nil) -> Finding {
    Finding(topic: topic, level: .note, text: text, advice: advice)
  }

  static func warning(_ topic: Topic, _ text: String, advice: String) -> Finding {
    Finding(topic: topic, level: .warning, text: text, advice: advice)
  }

  static func error(_ topic: Topic, _ text: String, advice: String) -> Finding {
    Finding(topic: topic, level: .error, text: text, advice: advice)
  }
}
