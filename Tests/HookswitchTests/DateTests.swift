import FoundationEssentials
import Hookswitch
import Locking
import Testing

@Suite("Dates from a provider")
struct DateTests {
  private static func at(_ seconds: Double, _ world: World) -> Date {
    world.clock.date(of: .zero).addingTimeInterval(seconds)
  }

  private static let second: Int64 = 1_000_000_000

  @Test("A provider's dates are the times of an outgoing call's stages, of its end and of its record")
  func outgoing() async throws {
    let world = try World(deaf: [.start])
    let events = world.controller.callObserver.events()
    let call = try await world.controller.start(.number("5550100"))
    await world.clock.advance(by: .seconds(4))
    let action = try #require(world.delegate.kept.first as? StartCallAction)
    action.fulfill(withDateStarted: Self.at(3, world))
    await world.clock.advance(by: .seconds(6))
    world.provider.reportOutgoingCall(with: call, startedConnectingAt: Self.at(5, world))
    world.provider.reportOutgoingCall(with: call, connectedAt: Self.at(7, world))
    await world.host.settle()
    let seen = try #require(world.host.call(call))
    #expect(
      [seen.started, seen.connecting, seen.connected, seen.groupStart].map { $0?.nanoseconds }
        == [3, 5, 7, 7].map { Int64?($0 * Self.second) })
    await world.clock.advance(by: .seconds(10))
    world.provider.reportCall(with: call, endedAt: Self.at(16, world), reason: .remoteEnded)
    await world.host.settle()
    #expect(world.host.misbehaviour(of: "a").total == 0)
    for await event in events {
      guard case .record(let record) = event.body else { continue }
      #expect([record.connected, record.ended].map { $0?.nanoseconds } == [7 * Self.second, 16 * Self.second])
      break
    }
  }

  @Test("Dates of an Answer and of an End count too; the last snapshot of the call has them")
  func incoming() async throws {
    let world = try World(deaf: [.answer, .end])
    let call = try await world.ringingCall()
    try await world.controller.answer(call)
    await world.clock.advance(by: .seconds(5))
    try #require(world.delegate.kept.first as? AnswerCallAction).fulfill(withDateConnected: Self.at(2, world))
    await world.host.settle()
    #expect(world.host.call(call)?.connected?.nanoseconds == 2 * Self.second)
    let watcher = LastPictures()
    world.controller.callObserver.setDelegate(watcher)
    await world.host.settle()
    try await world.controller.end(call)
    await world.clock.advance(by: .seconds(5))
    try #require(world.delegate.kept.last as? EndCallAction).fulfill(withDateEnded: Self.at(7, world))
    await world.host.settle()
    #expect(watcher.last(call)?.ended?.nanoseconds == 7 * Self.second)
  }

  @Test(
    "Impossible dates are replaced by the host's time and counted; no date causes a fault", arguments: [-5.0, 3, 60, 1e300, -1e300, .nan])
  func impossible(seconds: Double) async throws {
    let world = try World()
    await world.clock.advance(by: .seconds(10))
    let call = try await world.controller.start(.number("5550100"))
    await world.host.settle()
    await world.clock.advance(by: .seconds(2))
    world.provider.reportOutgoingCall(with: call, connectedAt: Self.at(seconds, world))
    await world.host.settle()
    let seen = try #require(world.host.call(call))
    #expect(seen.state == .active)
    #expect(seen.connected?.nanoseconds == 12 * Self.second)
    #expect(world.host.misbehaviour(of: "a").misdated == 1)
  }

  @Test("P4 connected before fulfill() counts as the fulfilment; the late fulfill() is ignored, and nothing times out")
  func reportsFirst() async throws {
    let world = try World(deaf: [.start])
    let call = try await world.controller.start(.number("5550100"))
    await world.host.settle()
    world.provider.reportOutgoingCall(with: call, startedConnectingAt: nil)
    world.provider.reportOutgoingCall(with: call, connectedAt: nil)
    await world.host.settle()
    #expect(world.state(call) == .active)
    let action = try #require(world.delegate.kept.first)
    #expect(!action.isComplete)
    await world.clock.advance(by: .seconds(200))
    action.fulfill()
    await world.host.settle()
    #expect(action.isComplete)
    #expect(world.state(call) == .active)
    #expect(world.host.misbehaviour(of: "a").total == 0)
    #expect(!world.delegate.heard.contains { $0.hasPrefix("timedOut") })
  }
}

/// Keeps the last snapshot of each call.
final class LastPictures: CallObserverDelegate {
  private let pictures = Locked<[CallID: Call]>([:])

  func callObserver(_ observer: CallObserver, callChanged call: Call) {
    pictures.withLock { $0[call.uuid] = call }
  }

  func last(_ call: CallID) -> Call? { pictures.withLock { $0[call] } }
}
