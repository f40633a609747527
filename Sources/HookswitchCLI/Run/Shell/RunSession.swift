internal import Hookswitch
internal import Locking

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
          case .ask, .record, .stopRecording, .diagnose, .configure, .wake: break
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
