import CallControl
import Dispatch
import FoundationEssentials
import Glibc
import Hookswitch
import Locking
import Synchronization

/// Calls on many lines of a host: each call ends as soon as it is active, and then its line is free for the next one.
///
/// It uses the host like any program: it submits through one `CallController` a line, receives events, and acts on its own queue.
final class CallTraffic: Sendable {
  /// The next actions.
  private enum Step {
    case dial(Int)
    case end(CallID)
  }

  private struct Lines {
    var free: [Int]
    /// True when a free line is dialed again at once.
    var refills = false
  }

  private let host: CallHost
  private let handle: Handle
  private let controllers: [CallController]
  private let lines: Locked<Lines>
  private let steps = Locked<[Step]>([])
  private let queue = DispatchQueue(label: "bench.traffic", qos: .userInitiated)
  private let serial = Atomic<UInt64>(0)
  private let ended = Atomic<Int>(0)
  private let failures = Locked<[CallError]>([])
  private let isTiming = Atomic<Bool>(false)
  private let roundTrips = Locked<[Int64]>([])
  private let listener = Locked<DirectListener?>(nil)
  private let runner: @Sendable () -> pid_t?

  /// Prepares the lines; `saturate` and `pace` start the calls.
  ///
  /// - Parameters:
  ///   - seesCalls: True for a program that receives the picture of each call that changed; other programs receive its events alone.
  ///   - runner: The process of the transport, whose processor time counts too; nil where the transport runs in this one.
  init(
    _ host: CallHost, lines count: Int, calling handle: Handle, seesCalls: Bool = false,
    runner: @escaping @Sendable () -> pid_t? = { nil }
  ) {
    self.runner = runner
    self.host = host
    self.handle = handle
    controllers = (0..<count).map { CallController(host: host, line: LineID(rawValue: "line \($0)")) }
    lines = Locked(Lines(free: Array(0..<count)))
    let new =
      seesCalls
      ? DirectListener(host, turn: { [weak self] turn in self?.hear(turn) }, event: { _ in })
      : DirectListener(host) { [weak self] event in self?.hear(event.body) }
    listener.withLock { $0 = new }
  }

  // MARK: Measurements

  /// The traffic of one time window.
  struct Window {
    let callsPerSecond: Double
    /// The processor time of all threads of the process, and of the transport's own process.
    let processorMicrosecondsPerCall: Double
  }

  /// Keeps all lines busy, and counts the calls that end.
  func saturate(warmUp: Int, windows count: Int) -> [Window] {
    dialOnAllLines()
    sleep(UInt32(warmUp))
    let windows = (0..<count).map { _ in window { sleep(1) } }
    rest()
    return windows
  }

  /// Keeps all lines busy, and measures so many calls after those that warm up.
  ///
  /// The calls of many lines end in waves, so that the number of those that end in a second would jump by the number of lines.
  func saturate(warmUpCalls: Int, calls: Int) -> Window {
    let before = ended.load(ordering: .relaxed)
    func wait(for count: Int) {
      while ended.load(ordering: .relaxed) < before + count { Stopwatch.sleep(nanoseconds: 200_000) }
    }
    dialOnAllLines()
    wait(for: warmUpCalls)
    let window = window { wait(for: warmUpCalls + calls) }
    rest()
    return window
  }

  private func dialOnAllLines() {
    let free = lines.withLock { lines in
      lines.refills = true
      defer { lines.free = [] }
      return lines.free
    }
    for place in free { leave(.dial(place)) }
  }

  /// Dials at an even pace, and times each action from the request to its result.
  func pace(callsPerSecond: Double, warmUp: Int, seconds: Int) -> (callsPerSecond: Double, roundTrips: [Int64]) {
    dial(callsPerSecond, for: warmUp)
    roundTrips.withLock { $0.reserveCapacity(Int(callsPerSecond) * seconds * 2) }
    isTiming.store(true, ordering: .releasing)
    let window = window { dial(callsPerSecond, for: seconds) }
    isTiming.store(false, ordering: .releasing)
    rest()
    return (window.callsPerSecond, roundTrips.withLock { $0 })
  }

  /// Throws when the host refused or failed a request or the transport misbehaved, because the figures are then invalid.
  func finish() throws {
    listener.withLock { $0 }?.stop(host)
    let failures = failures.withLock { $0 }
    if let first = failures.first { throw TrafficError("\(failures.count) requests failed, the first with \(first)") }
    let misbehaviour = host.providers.map { host.misbehaviour(of: $0.id).total }.reduce(0, +)
    if misbehaviour > 0 { throw TrafficError("the transport misbehaved \(misbehaviour) times") }
  }

  // MARK: Steps

  private func hear(_ event: HostEvent.Body) {
    switch event {
    case .entered(let call, .active): leave(.end(call))
    case .ended(let call, _):
      ended.add(1, ordering: .relaxed)
      let place = Self.place(of: call)
      let refills = lines.withLock { lines in
        if !lines.refills { lines.free.append(place) }
        return lines.refills
      }
      if refills { leave(.dial(place)) }
    default: break
    }
  }

  /// Acts on the events of the calls that the turn shows.
  private func hear(_ turn: TurnNews) {
    guard let calls = turn.change?.changed else { return }
    for event in turn.events {
      switch event {
      case .entered(let call, _), .ended(let call, _): if calls.contains(where: { $0.uuid == call }) { hear(event) }
      default: break
      }
    }
  }

  private func leave(_ step: Step) {
    let isFirst = steps.withLock { steps in
      steps.append(step)
      return steps.count == 1
    }
    if isFirst { queue.async { [self] in act() } }
  }

  private func act() {
    let batch = steps.withLock { steps in
      defer { steps = [] }
      return steps
    }
    for step in batch {
      switch step {
      case .dial(let place): dial(on: place)
      case .end(let call): ask(EndCallAction(call: call), on: Self.place(of: call))
      }
    }
  }

  private func dial(on place: Int) {
    let number = serial.add(1, ordering: .relaxed).newValue
    ask(StartCallAction(call: Self.call(number, on: place), handle: handle), on: place)
  }

  private func ask(_ action: any CallAction, on place: Int) {
    let start: Int64? = isTiming.load(ordering: .acquiring) ? Stopwatch.nanoseconds : nil
    controllers[place].submit(Transaction(action: action)) { [self] news in
      switch news {
      case .alreadyEnded, .performed(_, nil):
        guard let start else { return }
        let time = Stopwatch.nanoseconds - start
        roundTrips.withLock { $0.append(time) }
      case .refused(let error), .failed(let error), .performed(_, let error?): failures.withLock { $0.append(error) }
      case .accepted, .done: break
      }
    }
  }

  /// Dials so many calls a second; a call that finds no free line waits for one.
  private func dial(_ callsPerSecond: Double, for seconds: Int) {
    let start = Stopwatch.nanoseconds
    let interval = 1e9 / callsPerSecond
    var dialed = 0
    while dialed < Int(callsPerSecond) * seconds {
      let due = min(Int(Double(Stopwatch.nanoseconds - start) / interval), Int(callsPerSecond) * seconds)
      while dialed < due, let place = lines.withLock({ $0.free.popLast() }) {
        dial(on: place)
        dialed += 1
      }
      Stopwatch.sleep(nanoseconds: Int64(interval))
    }
  }

  /// Waits until all calls have ended.
  private func rest() {
    let count = controllers.count
    lines.withLock { $0.refills = false }
    while lines.withLock({ $0.free.count }) < count { Stopwatch.sleep(nanoseconds: 1_000_000) }
  }

  private func window(_ body: () -> Void) -> Window {
    func used() -> Int64 { Stopwatch.processorNanoseconds + (runner().map { Stopwatch.processorNanoseconds(of: $0) } ?? 0) }
    let (time, processor, count) = (Stopwatch.nanoseconds, used(), ended.load(ordering: .relaxed))
    body()
    let calls = Double(ended.load(ordering: .relaxed) - count)
    return Window(
      callsPerSecond: calls / (Double(Stopwatch.nanoseconds - time) / 1e9),
      processorMicrosecondsPerCall: Double(used() - processor) / 1_000 / calls)
  }

  // MARK: Call ids, which encode their line

  private static func call(_ number: UInt64, on place: Int) -> CallID {
    CoreScript.call(UInt64(place) << 40 | number)
  }

  private static func place(of call: CallID) -> Int {
    Int(call.uuid.8) << 16 | Int(call.uuid.9) << 8 | Int(call.uuid.10)
  }
}

/// The reason why traffic cannot be measured.
struct TrafficError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
