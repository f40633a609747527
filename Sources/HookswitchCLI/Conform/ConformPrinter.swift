internal import ConformanceKit
internal import Locking

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Says how a run goes: what is no plain pass as it comes, and on a terminal how far it is.
struct ConformPrinter: Sendable {
  private let console: Console
  private let text: ConsoleText
  private let count: Int
  private let done = Locked(0)
  /// Whether a line that is overwritten makes sense where it is written.
  private let showsProgress: Bool

  init(plugin: String, console: Console, count: Int) {
    self.console = console
    self.count = count
    text = ConsoleText(plugin: plugin) { word, emphasis in console.styled(word, Self.style(emphasis)) }
    showsProgress = console.isColoured && isatty(STDERR_FILENO) == 1
  }

  /// Says what came of one test.
  ///
  /// Any thread.
  func tell(_ outcome: TestOutcome) {
    let number = done.withLock { done in
      done += 1
      return done
    }
    let entry = text.entry(outcome)
    if showsProgress { console.overwrite("") }
    if let entry { console.print(entry) }
    if showsProgress, number < count { console.overwrite("\(number)/\(count) \(outcome.id)") }
  }

  /// Says how it ended.
  func close(_ report: ConformanceReport) {
    if showsProgress { console.overwrite("") }
    console.print(text.closing(report))
  }

  /// How words of that weight look.
  static func style(_ emphasis: ConsoleText.Emphasis) -> TextStyle {
    switch emphasis {
    case .good: .green
    case .bad: .red
    case .doubtful: .yellow
    case .faint: .dim
    }
  }
}
