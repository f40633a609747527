internal import FoundationEssentials
internal import Hookswitch
internal import Locking
internal import TransportLoader

/// Drives a machine on a host: passes it inputs, and performs its effects except printing.
struct HostDriver {
  /// The time for transports to close their instances before the command leaves anyway.
  static let closeTime = Duration.seconds(2)

  let host: CallHost
  let deliver: @Sendable (RunInput) -> Void
  private(set) var machine: RunMachine
  #if HOOKSWITCH_SOUND
    let recordings = Locked<[CallID: CallRecording]>([:])
  #endif
  /// Delivers calls and events as they happen, in one order.
  private let listener: DirectListener

  /// Begins to listen to `host`; must run before providers are added, so that no event is missed.
  init(host: CallHost, machine: RunMachine, deliver: @escaping @Sendable (RunInput) -> Void) {
    self.host = host
    self.machine = machine
    self.deliver = deliver
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
    let host = host
    let world = RunWorld(
      newCall: { .fresh() }, audio: { AudioReport(host) }, processes: { ProcessReport(host) },
      setRoute: { line, route in Self.setRoute(route, on: line, of: host) })
    let (effects, goesOn) = machine.receive(inputs, at: host.clock.now, world)
    return (effects.filter(isToBeShown), goesOn)
  }

  /// Performs an effect; true for one that is to be printed instead.
  private func isToBeShown(_ effect: RunEffect) -> Bool {
    switch effect {
    case .ask(let number, let body, let line): ask(number, body, line)
    case .record(let number, let call, let asGroup, let path): record(number, call, asGroup, path)
    case .stopRecording(let number, let call): deliver(.answered(number, stopRecording(call)))
    case .diagnose(let number, let provider, let call): diagnose(number, provider, call)
    case .configure(let number, let provider, let settings): configure(number, provider, settings)
    case .upgrade(let number, let subject, let file, let times): upgrade(number, subject, file, times)
    case .wake(let time): wake(at: time)
    case .tell, .complain, .echo, .leave: return true
    }
    return false
  }

  /// Asks the host; the answer comes on the thread that decides it, after the request's changes and events.
  private func ask(_ number: Int, _ body: RequestBody, _ line: LineID) {
    let deliver = deliver
    CallController(host: host, line: line).submit(body) { news in
      switch news {
      case .refused(let error): deliver(.answered(number, .refused(error)))
      case .failed(let error): deliver(.answered(number, .failed(error)))
      case .done: deliver(.answered(number, .done))
      case .accepted, .alreadyEnded, .performed: break
      }
    }
  }

  private func diagnose(_ number: Int, _ provider: ProviderID, _ call: CallID?) {
    let (host, deliver) = (host, deliver)
    Task {
      do throws(TransportFault) {
        deliver(.answered(number, .told(try await host.diagnostics(of: provider, call: call))))
      } catch {
        deliver(.answered(number, .notTold(Self.sentence(error))))
      }
    }
  }

  private func configure(_ number: Int, _ provider: ProviderID, _ settings: String) {
    let (host, deliver) = (host, deliver)
    Task {
      do throws(TransportFault) {
        try await host.configure(provider, configuration: settings)
        deliver(.answered(number, .configured(provider)))
      } catch {
        let reason = error.isUnimplemented ? "its transport does not change settings while it runs" : Self.sentence(error)
        deliver(.answered(number, .notConfigured("\(provider) keeps its settings: \(reason)")))
      }
    }
  }

  private func upgrade(_ number: Int, _ subject: UpgradeSubject, _ file: String?, _ times: UpgradeTimes) {
    let (host, deliver) = (host, deliver)
    Task {
      do throws(HostError) {
        let reports =
          switch subject {
          case .provider(let provider): [try await host.upgrade(provider, to: file, waiting: times.wait, draining: times.drain)]
          case .transport(let id): try await host.upgrade(transport: id, to: file, waiting: times.wait, draining: times.drain)
          }
        deliver(.answered(number, .upgraded(reports)))
      } catch {
        deliver(.answered(number, .notUpgraded("\(error.subject) keeps its version: \(error.advice)")))
      }
    }
  }

  private static func sentence(_ fault: TransportFault) -> String {
    if fault.isUnimplemented { return "its transport has no measurements" }
    if fault.isUnknownCall { return "its transport does not know the call" }
    return fault.message.isEmpty ? "its transport answered with the code \(fault.code)" : fault.message
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
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let host = host
    Task {
      await host.shutdown()
      end.finish()
    }
    let patience = Task {
      try await Task.sleep(for: Self.closeTime)
      end.finish()
    }
    for await _ in ends {}
    patience.cancel()
    await host.flushJournals()
  }
}
