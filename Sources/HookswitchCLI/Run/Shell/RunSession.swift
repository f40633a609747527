internal import FoundationEssentials
internal import Hookswitch

/// The shell of `hookswitch run`: one loop that owns the machine, hands it what comes in, and does what it says.
struct RunSession {
  /// How long transports have to take their instances down before the command leaves all the same.
  static let closeTime = Duration.seconds(2)

  let host: CallHost
  let observer: CallObserver
  let inputs: AsyncStream<RunInput>
  let deliver: @Sendable (RunInput) -> Void
  let providers: [PreparedProvider]
  var machine: RunMachine
  var printer: RunPrinter

  /// Runs until it is told to leave; returns the exit code.
  mutating func run() async -> Int32 {
    let deliver = deliver
    let watch = CallWatch(deliver)
    observer.setDelegate(watch)
    let events = observer.events(limit: 100_000)
    let pump = Task { for await event in events { deliver(.event(event)) } }
    defer { pump.cancel() }

    for provider in providers {
      do throws(HostError) {
        try provider.add(to: host)
      } catch {
        printer.complain(error.description)
      }
    }
    var code: Int32 = 0
    loop: for await input in inputs {
      if case .line = input { printer.wasTypedAt() }
      for effect in receive(input) {
        if case .leave(let given) = effect {
          code = given
          break loop
        }
        perform(effect)
      }
      printer.prompt()
    }
    printer.removePrompt()
    observer.setDelegate(nil)
    await close()
    return code
  }

  private mutating func receive(_ input: RunInput) -> [RunEffect] {
    let observer = observer
    return machine.receive(input, at: host.clock.now, RunWorld(calls: { observer.calls }, newCall: { CallID() }))
  }

  private mutating func perform(_ effect: RunEffect) {
    switch effect {
    case .tell(let event): printer.show(event)
    case .complain(let text): printer.complain(text)
    case .echo(let command): printer.echo(command)
    case .ask(let number, let body, let line): ask(number, body, line)
    case .wake(let time): wake(at: time)
    case .leave: break
    }
  }

  private func ask(_ number: Int, _ body: RequestBody, _ line: LineID) {
    let (host, deliver) = (host, deliver)
    Task {
      let outcome = await HostAsk(host: host).perform(body, line: line)
      // What the request changed is seen first, and then that it is done; on a host that never rests, a little later at the latest.
      let patience = Task {
        try await Task.sleep(for: .milliseconds(100))
        deliver(.answered(number, outcome))
      }
      await host.settle()
      patience.cancel()
      deliver(.answered(number, outcome))
    }
  }

  private func wake(at time: Instant) {
    let (host, deliver) = (host, deliver)
    Task {
      while host.clock.now < time { try await Task.sleep(for: host.clock.now.duration(to: time) + .milliseconds(1)) }
      deliver(.wake)
    }
  }

  /// Takes the transports' instances down, and puts the journal away.
  private func close() async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let host = host
    let closing = Task {
      await host.shutdown()
      end.finish()
    }
    let patience = Task {
      try await Task.sleep(for: Self.closeTime)
      end.finish()
    }
    for await _ in ends {}
    patience.cancel()
    closing.cancel()
    await host.flushJournals()
  }
}
