internal import ConformanceKit
internal import Locking

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Prints the results of a run, except plain passes; on a terminal also the progress.
///
/// The failures come at the end of the run, since only then their causes are known, and causes stand first.
struct ConformPrinter: Sendable {
  private let console: Console
  private let text: ConsoleText
  private let count: Int
  private let done = Locked(0)
  /// True when standard error is a terminal, on which a progress line can be overwritten.
  private let showsProgress: Bool

  init(plugin: String, console: Console, count: Int) {
    self.init(console, count, ConsoleText(plugin: plugin) { word, emphasis in console.styled(word, Self.style(emphasis)) })
  }

  init(directory: String, console: Console, count: Int) {
    self.init(console, count, ConsoleText(directory: directory) { word, emphasis in console.styled(word, Self.style(emphasis)) })
  }

  private init(_ console: Console, _ count: Int, _ text: ConsoleText) {
    (self.console, self.count, self.text) = (console, count, text)
    showsProgress = console.isColoured && isatty(STDERR_FILENO) == 1
  }

  /// Prints the result of one test, unless it is a plain pass or a failure.
  ///
  /// Any thread.
  func tell(_ outcome: TestOutcome) {
    let number = done.withLock { done in
      done += 1
      return done
    }
    let entry = outcome.status.isFailure ? nil : text.entry(outcome)
    if showsProgress { console.overwrite("") }
    if let entry { console.print(entry) }
    if showsProgress, number < count { console.overwrite("\(number)/\(count) \(outcome.id)") }
  }

  /// Prints the failures and the summary.
  func close(_ report: ConformanceReport) {
    if showsProgress { console.overwrite("") }
    for outcome in report.notable where outcome.status.isFailure {
      if let entry = text.entry(outcome) { console.print(entry) }
    }
    console.print(text.closing(report))
  }

  /// The text style for an emphasis.
  static func style(_ emphasis: ConsoleText.Emphasis) -> TextStyle {
    switch emphasis {
    case .good: .green
    case .bad: .red
    case .doubtful: .yellow
    case .faint: .dim
    }
  }
}
