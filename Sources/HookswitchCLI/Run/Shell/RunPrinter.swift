#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Where events and answers are shown: text or JSON, and for a person a prompt that stays below them.
struct RunPrinter {
  let console: Console
  let isJSON: Bool
  /// Whether a person types at a terminal that also shows what happens.
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

  /// Shows a command line that nobody typed, above what it does.
  mutating func echo(_ command: String) {
    guard !isJSON, !prompts else { return }
    put { $0.print($0.styled(String(repeating: " ", count: 10) + "› " + PlainText.of(command), .bold)) }
  }

  /// A person has pressed Return: the prompt is above now.
  mutating func wasTypedAt() { hasPrompt = false }

  /// Asks for the next command, if there is somebody to ask.
  mutating func prompt() {
    guard prompts, !hasPrompt else { return }
    hasPrompt = true
    write("› ")
  }

  /// Takes the prompt away before something is printed, and when the command leaves.
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
