import Locking
import Testing

@testable import Hookswitch
@testable import HookswitchCLI

@Suite("TextDoor: commands of hookswitch run as methods of a host under virtual time")
struct TextDoorTests {
  /// Collects the outcomes of requests.
  private final class Outcomes: Sendable {
    let all = Locked<[AskOutcome]>([])

    func take(_ input: RunInput) {
      if case .answered(_, let outcome) = input { all.withLock { $0.append(outcome) } }
    }

    var last: AskOutcome? { all.withLock { $0.last } }
    var count: Int { all.withLock { $0.count } }
  }

  /// A host with the provider `a` and one active call, and the driver that dialed it.
  private final class Stage {
    let clock = VirtualClock()
    let outcomes = Outcomes()
    let delegate = HostDriverTests.Provider()
    let host: CallHost
    var driver: HostDriver

    init() async throws {
      var settings = HostSettings()
      settings.policy.deadlines[.setHeld] = .seconds(200)
      host = CallHost(clock: clock, settings: settings)
      let outcomes = outcomes
      let machine = RunMachine(
        [RunProvider(id: "a", kinds: ["tel"], standing: .ready)], settings: RunSettings(isInteractive: true), at: .zero)
      driver = HostDriver(host: host, machine: machine) { outcomes.take($0) }
      let provider = try host.register("a", delegate: delegate)
      provider.configuration.supportedHandleTypes = [.phoneNumber, .emailAddress]
      await type("dial a 5550100")
      _ = driver.receive(.call(try #require(host.snapshot().calls.first)))
    }

    func type(_ line: String) async {
      _ = driver.receive(.line(line))
      await host.settle()
    }
  }

  @Test("The outcome of a request comes once and at its end, however long after the time-out of the surface that is (V4)")
  func longRequests() async throws {
    let stage = try await Stage()
    let before = stage.outcomes.count
    await stage.type("hold")
    await stage.clock.advance(by: .seconds(95))
    #expect(stage.outcomes.count == before)
    stage.delegate.held.withLock { $0 }.first?.fulfill()
    await stage.host.settle()
    #expect(stage.outcomes.count == before + 1 && stage.outcomes.last == .done)

    await stage.type("resume c1")
    await stage.clock.advance(by: .seconds(201))
    #expect(stage.outcomes.count == before + 2)
    guard case .failed(let error)? = stage.outcomes.last else { throw CancellationError() }
    #expect(error.code == .timedOut)
  }

  @Test("A refused kind of handle names the kinds that the provider takes, of a new call and of a live one")
  func kinds() async throws {
    let stage = try await Stage()
    for line in ["dial a sip:bob@example.org", "transfer c1 sip:bob@example.org"] {
      await stage.type(line)
      guard case .refused(let error)? = stage.outcomes.last, error.code == .unsupportedHandle else {
        Issue.record("\(line): \(String(describing: stage.outcomes.last))")
        continue
      }
      #expect(error.handleKinds == [.emailAddress, .phoneNumber].sorted(), "\(line)")
    }
  }

  @Test("A word that the surface does not take is refused with its place, and the run goes on")
  func tooLong() async throws {
    let stage = try await Stage()
    await stage.type("dtmf " + String(repeating: "1", count: 513))
    guard case .notTaken(let reason)? = stage.outcomes.last else {
      Issue.record("\(String(describing: stage.outcomes.last))")
      return
    }
    #expect(reason.contains("/digits") && reason.contains("512"))
    await stage.type("stats")
    await stage.type("end")
    #expect(stage.host.snapshot().calls.first?.state == .ending || stage.host.snapshot().calls.isEmpty)
  }

  @Test("After the end of the door the host answers no word") func closed() async throws {
    let host = CallHost(clock: VirtualClock())
    let door = TextDoor(host)
    #expect(door.failure(of: .route("headset", on: .main)) != nil)
    door.close()
    let outcomes = Outcomes()
    door.send(.ask(1, .swap, line: .main), about: nil) { outcomes.take(.answered(1, $0)) }
    guard case .notTaken? = outcomes.last else {
      Issue.record("\(String(describing: outcomes.last))")
      return
    }
  }
}
