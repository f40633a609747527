#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Prints events and answers as text or JSON, and for a person a prompt below them.
struct RunPrinter {
  let console: Console
  let isJSON: Bool
  /// True when a person types at the terminal that shows the events.
  let prompts: Bool
  private let text: RunEventText
  private var hasPrompt = false

  init(console: Console, isJSON: Bool, prompts: Bool, numbers: LocalNumbers? = nil) {
    self.console = console
    self.isJSON = isJSON
    self.prompts = prompts
    text = RunEventText(style: { console.styled($0, $1) }, numbers: numbers)
  }

  mutating func show(_ event: RunEvent) {
    if isJSON { return put { $0.print(RunRecord(event).json) } }
    if let line = text.line(event) { put { $0.print(line) } }
  }

  mutating func complain(_ text: String) { put { $0.complain("hookswitch: run: \(text)") } }

  /// Prints a command line of a script, above its effects.
  mutating func echo(_ command: String) {
    guard !isJSON, !prompts else { return }
    put { $0.print($0.styled(String(repeating: " ", count: 10) + "› " + PlainText.of(command), .bold)) }
  }

  /// Notes that a person has pressed Return, which moves the prompt up.
  mutating func wasTypedAt() { hasPrompt = false }

  /// Prints the prompt, if a person types.
  mutating func prompt() {
    guard prompts, !hasPrompt else { return }
    hasPrompt = true
    write("› ")
  }

  /// Removes the prompt before something is printed, and at the end.
  mutating func removePrompt() {
    if hasPrompt { write("\r\u{1B}[K") }
    hasPrompt = false
  }

  private mutating func put(_ body: (Console) -> Void) {
    removePrompt()
    body(console)
  }

  private func write(_ text: String) {
    systemWrite(Array(text.utf8))
  }
}

private func systemWrite(_ bytes: [UInt8]) { _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) } }
