internal import Hookswitch
internal import HostConfiguration
internal import Locking

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The shell of `hookswitch run`: one loop that takes inputs and prints the machine's effects.
struct RunSession {
  let inbox: RunInbox
  let providers: [PreparedProvider]
  var driver: HostDriver
  var printer: RunPrinter

  /// Runs until the machine leaves; returns the exit code.
  mutating func run() async -> Int32 {
    for provider in providers {
      do throws(HostError) {
        driver.answerCalls(of: provider)
        try provider.add(to: driver.host)
      } catch {
        printer.complain(error.description)
      }
    }
    let code = await loop()
    printer.removePrompt()
    await driver.close()
    return code
  }

  private mutating func loop() async -> Int32 {
    for await _ in inbox.rings {
      // Take all inputs between two commands.
      var goesOn = true
      while goesOn {
        let inputs = inbox.take()
        for case .line in inputs { printer.wasTypedAt() }
        let (effects, more) = driver.receive(inputs)
        goesOn = more
        for effect in effects {
          switch effect {
          case .tell(let event): printer.show(event)
          case .complain(let text): printer.complain(text)
          case .echo(let command): printer.echo(command)
          case .leave(let code): return code
          case .ask, .record, .stopRecording, .stream, .diagnose, .configure, .upgrade, .calls, .audio, .processes, .wake: break
          }
        }
      }
      printer.prompt()
    }
    return 0
  }
}

/// The queue of inputs that the session has not taken: command lines, answers, calls and events, in order of arrival.
final class RunInbox: Sendable {
  private let waiting = Locked<[RunInput]>([])
  private let bell: AsyncStream<Void>.Continuation
  /// Yields when inputs have come, possibly several at once.
  let rings: AsyncStream<Void>

  init() {
    (rings, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Adds an input; any thread.
  func put(_ input: RunInput) {
    waiting.withLock { $0.append(input) }
    bell.yield()
  }

  /// Takes all inputs.
  func take() -> [RunInput] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}

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
