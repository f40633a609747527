import CallControl
import Foundation

/// Drives a line and keeps its journal, as a host does; times are in milliseconds.
struct JournalWriter {
  private(set) var records: [JournalRecord] = []
  private var line: Line
  private var requests: UInt64 = 0
  private var commands: [ProviderID: [CommandRef]] = [:]
  private let roster: Roster
  private var now = Instant.zero

  init(line id: LineID = "main", policy: LinePolicy = LinePolicy(), providers: [ProviderID] = ["loopback", "bob"]) {
    var roster = Roster()
    roster.entries = providers.map { Roster.Entry(id: $0, configuration: ProviderConfiguration(), standing: .ready) }
    self.roster = roster
    line = Line(id: id, policy: policy, roster: roster)
    records = [JournalRecord(time: .zero, .opened(id, policy, roster))]
  }

  /// A UUID that is the same in every run.
  static func call(_ number: Int) -> CallID {
    UUID(uuidString: "00000000-0000-4000-8000-" + String(repeating: "0", count: 11) + "\(number)") ?? UUID()
  }

  /// Lets time pass, and fires due deadlines.
  mutating func wait(_ milliseconds: Int64) {
    now = Instant(nanoseconds: now.nanoseconds + milliseconds * 1_000_000)
    while let due = line.nextDeadline, due <= now {
      let end = now
      now = due
      tell(.tick)
      now = end
    }
  }

  mutating func tell(_ event: LineEvent) {
    let effects = line.receive(event, at: now)
    records.append(JournalRecord(time: now, .received(line.id, event, effects)))
    for effect in effects {
      guard case .send(let provider, let command) = effect else { continue }
      commands[provider, default: []].append(CommandRef(line: line.id, id: command.id, call: command.call, kind: command.kind))
    }
  }

  mutating func note(_ body: JournalRecord.Body) { records.append(JournalRecord(time: now, body)) }

  mutating func ask(_ action: RequestedAction, by origin: Origin = .user) {
    requests += 1
    tell(.request(CallRequest(id: RequestID(rawValue: requests), origin: origin, body: .transaction([action])), RequestFacts()))
  }

  mutating func start(_ number: Int, at provider: ProviderID, _ handle: String) {
    ask(.start(Self.call(number), provider: provider, StartDetails(handle: Handle(parsing: handle))))
  }

  mutating func incoming(_ number: Int, at provider: ProviderID, from handle: String?, name: String? = nil) {
    var update = CallUpdate()
    update.remoteHandle = handle.map { Handle(parsing: $0) }
    update.localizedCallerName = name
    tell(.incoming(provider, IncomingCall(call: Self.call(number), update: update), IncomingFacts()))
  }

  /// Lets the provider fulfil its oldest pending command.
  mutating func fulfil(_ provider: ProviderID) {
    guard let ref = commands[provider]?.first else { return }
    commands[provider]?.removeFirst()
    tell(.fulfilled(provider, ref))
  }

  mutating func fail(_ provider: ProviderID, _ error: TransportError?) {
    guard let ref = commands[provider]?.first else { return }
    commands[provider]?.removeFirst()
    tell(.failed(provider, ref, .failed(error)))
  }

  mutating func report(_ number: Int, at provider: ProviderID, _ report: CallReport) {
    tell(.report(provider, Self.call(number), report, at: nil))
  }

  mutating func lose(_ provider: ProviderID, _ message: String) {
    let loss = ProviderLoss.lost(TransportError(message: message))
    note(.provider(provider, loss))
    tell(.lost(provider, loss, roster))
  }
}
