import Foundation

@testable import Hookswitch
@testable import HookswitchCLI
@testable import HostService

/// The machine of `hookswitch run` on its own line, without processes, threads or real time.
///
/// The provider `p` obeys at once, except for the commands that it ignores.
struct RunRig {
  var machine: RunMachine
  var line = Line(id: .main, roster: RunRig.roster(.ready))
  var now = Instant.zero
  /// The commands that the provider never answers.
  var deaf: Set<CallOperation.Kind> = []
  /// True when the far end answers our calls.
  var answers = true

  var told: [RunEvent] = []
  var complaints: [String] = []
  var left: Int32?
  /// The recordings of calls; `there.wav` already exists.
  var recorded: [CallID: String] = [:]
  /// The settings that the provider has accepted.
  var configured: [String] = []
  /// The routes that were chosen, nil for `default`, and the names of those that there are.
  let routes = Routes()
  /// The reasons and texts that the provider was given with a decline.
  var declines: [Decline] = []
  private var wakes: [Instant] = []
  private var requests: [RequestID: Int] = [:]
  private var last: [CallID: Call] = [:]

  /// A sound device that can send the sound two ways.
  final class Routes {
    var chosen: [String?] = []

    func choose(_ line: LineID, _ route: String?) -> String? {
      guard let route, !["headset", "Jabra Evolve 20"].contains(route) else {
        chosen.append(route)
        return nil
      }
      return "line \(line) has headset, Jabra Evolve 20"
    }
  }

  static func roster(_ standing: Roster.Standing) -> Roster {
    var roster = Roster()
    roster.entries = [Roster.Entry(id: "p", configuration: ProviderConfiguration(), standing: standing)]
    return roster
  }

  init(_ settings: RunSettings = RunSettings(), isReady: Bool = true) {
    machine = RunMachine([RunProvider(id: "p", kinds: ["tel"])], settings: settings, at: .zero)
    take([])
    if isReady { standing(.ready) }
  }

  /// The texts of answers, in order: `hold` on success, `hold: reason` on failure.
  var answered: [String] {
    told.compactMap { event in
      guard case .answer(let answer) = event.body else { return nil }
      return answer.isGood ? answer.command : "\(answer.command): \(answer.reason)"
    }
  }

  /// The events so far, in the words of `wait`, with the calls' labels.
  var happened: [String] {
    told.compactMap { event in
      switch event.body {
      case .provider(let name, let provider, _): "\(provider) \(name.rawValue)"
      case .state(let name, let call): "\(name) \(call.state.rawValue)"
      case .call(let event, let name, _, let detail): "\(name) \(event.rawValue)" + (detail.isEmpty ? "" : " \(detail)")
      case .message, .answer: nil
      }
    }
  }

  mutating func type(_ lines: String...) { for line in lines { take([.line(line)]) } }

  mutating func standing(_ standing: Roster.Standing) {
    take([.event(HostEvent(time: now, line: nil, body: .provider("p", standing)))])
  }

  mutating func take(_ inputs: [RunInput]) {
    var inputs = inputs[...]
    repeat {
      // An empty list still starts the machine.
      let input = inputs.popFirst() ?? .wake
      for effect in machine.receive(input, at: now, RunWorld(newCall: { CallID() }, setRoute: routes.choose)) {
        inputs += perform(effect)
      }
    } while !inputs.isEmpty
  }

  /// Lets time pass; events due happen then.
  mutating func advance(_ duration: Duration) {
    let target = now.advanced(by: duration)
    while let next = (wakes + [line.nextDeadline].compactMap { $0 }).filter({ $0 <= target }).min() {
      now = max(now, next)
      wakes.removeAll { $0 <= now }
      take(hear(.tick) + [.wake])
    }
    now = target
  }

  /// Returns a call as the text door lists it.
  static func entry(_ call: Call, at now: Instant) -> CallEntry? {
    CallEntry(json: call.json(by: WallClock(offset: 0)).adding(call.textMembers(at: now)))
  }

  private mutating func perform(_ effect: RunEffect) -> [RunInput] {
    switch effect {
    case .tell(let event): told.append(event)
    case .complain(let text): complaints.append(text)
    case .echo: break
    case .wake(let time): wakes.append(time)
    case .leave(let code): left = code
    case .record(let number, let call, let asGroup, let path):
      recorded[call] = path + (asGroup ? " group" : "")
      return [.answered(number, path == "there.wav" ? .notRecorded("it is there already") : .done)]
    case .stopRecording(let number, let call):
      return [.answered(number, recorded.removeValue(forKey: call) == nil ? .notRecorded("it is not being recorded") : .done)]
    case .stream(let number, _, let url, let terms):
      return [.answered(number, terms.listens ? .notTaken("nothing listens at \(url)") : .done)]
    case .diagnose(let number, let provider, let call):
      return [.answered(number, call == nil ? .notTold("\(provider) counts nothing") : .told("{\"lost\":0}"))]
    case .configure(let number, let provider, let settings):
      if settings.contains("bad") {
        return [.answered(number, .notConfigured("\(provider) keeps its settings: configuration: /bad is unknown"))]
      }
      configured.append(settings)
      return [.answered(number, .configured(provider))]
    case .upgrade(let number, let name, let file, let times):
      return [.answered(number, .notUpgraded("\(name) \(file ?? "-") \(times.wait)"))]
    case .calls(let number):
      let now = now
      return [.answered(number, .listed(line.snapshot.calls.compactMap { Self.entry($0, at: now) }))]
    case .audio(let number): return [.answered(number, .audio(AudioReport()))]
    case .processes(let number): return [.answered(number, .processes(ProcessReport()))]
    case .ask(let number, let body, _):
      let id = RequestID(rawValue: UInt64(number))
      requests[id] = number
      return hear(.request(CallRequest(id: id, origin: .user, body: body), RequestFacts()))
    }
    return []
  }

  mutating func report(_ call: CallID, _ report: CallReport) { take(hear(.report("p", call, report, at: nil))) }

  mutating func ring(_ number: String) -> CallID {
    let call = CallID()
    var update = CallUpdate()
    update.remoteHandle = Handle(type: .phoneNumber, value: number)
    take(hear(.incoming("p", IncomingCall(call: call, update: update), IncomingFacts())))
    return call
  }

  /// Gives the line an event and lets its provider obey; returns the machine's inputs, snapshots first.
  private mutating func hear(_ event: LineEvent) -> [RunInput] {
    var pictures: [RunInput] = []
    var answers: [RunInput] = []
    var events = [event][...]
    while let event = events.popFirst() {
      for effect in line.receive(event, at: now) {
        switch effect {
        case .send(let provider, let command) where !deaf.contains(command.kind):
          if case .end(let decline?) = command.operation { declines.append(decline) }
          let ref = CommandRef(line: .main, id: command.id, call: command.call, kind: command.kind)
          events.append(.fulfilled(provider, ref))
          if command.kind == .start, self.answers { events.append(.report(provider, command.call, .connected, at: nil)) }
        case .ended(let call, let end):
          if let picture = last[call] { pictures.append(.call(picture.ended(end, at: now))) }
          last[call] = nil
        case .done(let id, _): answers += outcome(id, .done)
        case .refused(let id, _, let error): answers += outcome(id, .refused(error))
        case .failed(let id, _, let error): answers += outcome(id, .failed(error))
        case .dtmfReceived(let call, let digits):
          pictures.append(.event(HostEvent(time: now, line: .main, body: .dtmfReceived(call, digits))))
        default: break
        }
      }
      for call in line.snapshot.calls where last[call.uuid] != call {
        last[call.uuid] = call
        pictures.append(.call(call))
      }
    }
    return pictures + answers
  }

  private mutating func outcome(_ id: RequestID, _ outcome: AskOutcome) -> [RunInput] {
    requests.removeValue(forKey: id).map { [.answered($0, outcome)] } ?? []
  }
}
