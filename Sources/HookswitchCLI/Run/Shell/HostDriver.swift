internal import FoundationEssentials
internal import Hookswitch
internal import HostConfiguration

/// Drives a machine on a host: passes it inputs, and performs its effects except printing.
struct HostDriver {
  /// The time for transports to close their instances before the command leaves anyway.
  static let closeTime = Duration.seconds(2)

  let host: CallHost
  let deliver: @Sendable (RunInput) -> Void
  private(set) var machine: RunMachine
  private let door: TextDoor
  /// Delivers calls and events as they happen, in one order.
  private let listener: DirectListener

  /// Begins to listen to `host`; must run before providers are added, so that no event is missed.
  init(host: CallHost, machine: RunMachine, deliver: @escaping @Sendable (RunInput) -> Void) {
    self.host = host
    self.machine = machine
    self.deliver = deliver
    door = TextDoor(host)
    listener = DirectListener(host) { news in
      switch news {
      case .change(let change): for call in change.changed { deliver(.call(call)) }
      case .event(let event): deliver(.event(event))
      }
    }
  }

  /// Passes an input to the machine, performs its effects, and returns those to print.
  mutating func receive(_ input: RunInput) -> [RunEffect] {
    var (shown, goesOn) = receive([input])
    while goesOn {
      let next = receive([])
      shown += next.shown
      goesOn = next.goesOn
    }
    return shown
  }

  /// Passes inputs to the machine, which begins one command at most; returns the effects to print, and true when it could continue at once.
  mutating func receive(_ inputs: [RunInput]) -> (shown: [RunEffect], goesOn: Bool) {
    let (host, door) = (host, door)
    let world = RunWorld(newCall: { .fresh() }, setRoute: { line, route in door.failure(of: .route(route, on: line)) })
    let (effects, goesOn) = machine.receive(inputs, at: host.clock.now, world)
    return (effects.filter(isToBeShown), goesOn)
  }

  /// Lets the program of a provider's configuration answer its calls.
  func answerCalls(of provider: PreparedProvider) { door.answerCalls(of: provider.account) }

  /// Performs an effect; true for one that is to be printed instead.
  private func isToBeShown(_ effect: RunEffect) -> Bool {
    let deliver = deliver
    switch effect {
    case .ask(let number, let body, _): door.send(effect, about: provider(of: body)) { deliver(.answered(number, $0)) }
    case .record(let number, _, _, _), .stopRecording(let number, _), .stream(let number, _, _, _), .upgrade(let number, _, _, _),
      .calls(let number),
      .processes(let number):
      door.send(effect, about: nil) { deliver(.answered(number, $0)) }
    case .diagnose(let number, let provider, _), .configure(let number, let provider, _):
      door.send(effect, about: provider) { deliver(.answered(number, $0)) }
    case .audio(let number): deliver(.answered(number, door.audio()))
    case .wake(let time): wake(at: time)
    case .tell, .complain, .echo, .leave: return true
    }
    return false
  }

  /// The provider of a request's new call, or else of the first call that it names.
  private func provider(of body: RequestBody) -> ProviderID? {
    if case .transaction(let actions) = body, let provider = actions.first?.provider { return provider }
    return body.namedCalls.first.flatMap { machine.roll[$0]?.provider }
  }

  /// Wakes the machine at a time.
  func wake(at time: Instant) {
    let (host, deliver) = (host, deliver)
    Task {
      while host.clock.now < time { try await Task.sleep(for: host.clock.now.duration(to: time) + .milliseconds(1)) }
      deliver(.wake)
    }
  }

  /// Stops listening, closes the transports' instances, and flushes the journals.
  func close() async {
    listener.stop(host)
    door.close()
    await host.shutdown(within: Self.closeTime)
  }
}
