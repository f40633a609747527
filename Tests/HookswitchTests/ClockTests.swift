import Dispatch
import FoundationEssentials
import Glibc
import Hookswitch
import Testing

@testable import HookswitchCore

@Suite("Time")
struct ClockTests {
  @Test("deadlines of 2,000 lines fire in order, each at its time")
  func order() async throws {
    let world = try World(deaf: [.start])
    var requests: [PendingRequest] = []
    var events = CallObserver(host: world.host).events(limit: 100_000).makeAsyncIterator()
    for number in 0..<2_000 {
      let line = LineID(rawValue: "line-\(number)")
      // Each line times out at its own moment, and not in the order of the starts.
      var policy = LinePolicy()
      policy.deadlines[.start] = .milliseconds(1 + (number * 7) % 2_000)
      world.host.setPolicy(policy, for: line)
      let controller = CallController(host: world.host, line: line)
      requests.append(controller.submit(Transaction(action: StartCallAction(call: .init(), handle: .number("1")))))
    }
    await world.clock.advance(by: .milliseconds(1_000))
    #expect(requests.filter(\.isComplete).count == 1_000)
    await world.clock.advance(by: .milliseconds(1_000))
    #expect(requests.filter { !$0.isComplete }.isEmpty)
    var times: [Instant] = []
    while times.count < 2_000, let event = await events.next() {
      if case .timedOut = event.body { times.append(event.time) }
    }
    #expect(times == (1...2_000).map { Instant(nanoseconds: $0 * 1_000_000) })
  }

  @Test("a host on the machine's clock times out at its deadline, and not before")
  func machine() async throws {
    var settings = HostSettings()
    settings.policy.deadlines[.start] = .milliseconds(30)
    let host = CallHost(settings: settings)
    _ = try host.register("a", delegate: ScriptedDelegate(deaf: [.start]))
    let before = host.clock.now
    let request = CallController(host: host).submit(Transaction(action: StartCallAction(call: .init(), handle: .number("1"))))
    do {
      try await request.performed()
      Issue.record("a deaf provider performed something")
    } catch {
      #expect(error.code == .timedOut)
    }
    #expect(before.duration(to: host.clock.now) >= .milliseconds(30))
  }

  @Test("a clock's dates and instants are two forms of the same time")
  func dates() {
    let clock = VirtualClock()
    let instant = Instant(nanoseconds: 90_000_000_000)
    #expect(clock.instant(of: clock.date(of: instant)) == instant)
    let machine = SystemHostClock.shared
    let now = machine.now
    #expect(abs(machine.instant(of: machine.date(of: now)).nanoseconds - now.nanoseconds) < 5_000_000)
  }

  /// A client that tells when its time has come.
  private final class Sleeper: ClockClient {
    let nextDeadline: Instant? = nil
    let isAwake = DispatchSemaphore(value: 0)
    func timeCame() { isAwake.signal() }
    func settle() async {}
  }

  @Test("SystemHostClock wakes its clients in time, also in a process without a descriptor for a timer", arguments: [true, false])
  func wakes(hasTimer: Bool) throws {
    let clock = hasTimer ? SystemHostClock() : SystemHostClock(timer: -1)
    let (first, second) = (Sleeper(), Sleeper())
    clock.attach(first)
    clock.attach(second)
    for _ in 0..<3 {
      let due = clock.now.advanced(by: .milliseconds(20))
      clock.wake(first, noLaterThan: clock.now.advanced(by: .seconds(3_600)))
      clock.wake(second, noLaterThan: due)
      first.isAwake.wait()
      second.isAwake.wait()
      #expect(clock.now >= due)
    }
  }

  @Test("A clock ends its thread and closes its timer with its last owner")
  func ended() throws {
    func timers() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.contains("timerfd") == true
      }.count
    }
    weak var past: SystemHostClock?
    do {
      let clocks = (0..<20).map { _ in SystemHostClock() }
      past = clocks[0]
      #expect(try timers() >= 20)
    }
    #expect(past == nil)
    let end = SystemHostClock.shared.now.advanced(by: .seconds(60))
    while try timers() >= 20, SystemHostClock.shared.now < end { sched_yield() }
    #expect(try timers() < 20)
  }
}
