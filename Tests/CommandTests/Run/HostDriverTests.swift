import Hookswitch
import Locking
import Testing

@testable import HookswitchCLI

@Suite("The shell of hookswitch run on a host under virtual time")
struct HostDriverTests {
  /// Keeps actions until the test answers them; calls connect at once.
  final class Provider: ProviderDelegate {
    let held = Locked<[SetHeldCallAction]>([])

    func providerDidReset(_ provider: Hookswitch.Provider) {}

    func provider(_ provider: Hookswitch.Provider, perform action: StartCallAction) {
      action.fulfill()
      provider.reportOutgoingCall(with: action.callUUID, connectedAt: nil)
    }

    func provider(_ provider: Hookswitch.Provider, perform action: SetHeldCallAction) { held.withLock { $0.append(action) } }
  }

  /// Collects the inputs of the machine as words: states of calls, and outcomes of requests.
  final class Record: Sendable {
    let words = Locked<[String]>([])

    func take(_ input: RunInput) {
      switch input {
      case .call(let call): words.withLock { $0.append("\(call.line) \(call.state.rawValue)") }
      case .answered(_, let outcome): words.withLock { $0.append("\(outcome)") }
      default: break
      }
    }
  }

  @Test("An answer follows the changes of its request at once, even on a host that never comes to rest")
  func answersInOrder() async throws {
    let host = CallHost(clock: VirtualClock())
    let record = Record()
    let settings = RunSettings(isInteractive: true)
    let machine = RunMachine([RunProvider(id: "a", kinds: ["tel"], standing: .ready)], settings: settings, at: .zero)
    var driver = HostDriver(host: host, machine: machine) { record.take($0) }
    let delegate = Provider()
    _ = try host.register("a", delegate: delegate)
    _ = driver.receive(.line("dial a 5550100"))
    await host.settle()
    let call = try #require(host.snapshot().calls.first)
    _ = driver.receive(.call(call))
    record.words.withLock { $0 = [] }

    // Another observer's delegate that never returns.
    host.core.activity.enter()
    defer { host.core.activity.leave() }
    _ = driver.receive(.line("hold"))
    while delegate.held.withLock({ $0.isEmpty }) { await Task.yield() }
    delegate.held.withLock { $0 }.first?.fulfill()
    #expect(record.words.withLock { $0 } == ["main held", "done"])
  }
}
