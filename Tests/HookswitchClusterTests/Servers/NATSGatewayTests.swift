import CallControl
import CallStore
import ClusterControl
import Foundation
import HookswitchCluster
import HookswitchCore
import HostService
import HostSurface
import Locking
import StrictJSON
import Testing

/// Requests, events and records between hosts over a real server.
@Suite(.serialized, .enabled(if: NATSServer.program != nil, NATSServer.absence))
struct NATSGatewayTests {
  private static let line = "agent-9"

  @Test("two hosts answer, tell and remember for each other over NATS")
  func wholeWay() async throws {
    let server = try NATSServer()
    try server.start()
    let bench = try NATSBench([server.address])
    let path = NSTemporaryDirectory() + "records-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = CallStore(folder: path)
    defer { store.close() }
    let slot = Slot(of: Self.line, digits: 3)
    func places(_ isHere: Bool) -> GatewayPlaces {
      GatewayPlaces(line: { _ in isHere ? .here(fence: 7) : .owner("a2") }, slot: { _ in isHere ? .here(fence: 7) : .owner("a2") })
    }
    let asked = try start("a1", bench, places(false), nil)
    let holder = try start("a2", bench, places(true), store)
    bench.on(holder.store) { holder.traffic.take(.effect(.gained(slot, fence: 7))) }

    let client = asked.open()
    let answer = try client.send("events.subscribe", #"{"topics": ["line"], "lines": ["\#(Self.line)"]}"#)
    try #require(Patience.wait(.seconds(10)) { answer.isAnswered })
    let begun = ContinuousClock.now
    let request = try client.send(
      "call.start", #"{"handle": "+12025550100", "provider": "office", "line": "\#(Self.line)", "wait": "performed"}"#)
    try #require(Patience.wait(.seconds(10)) { request.isAnswered })
    #expect(ContinuousClock.now - begun < .seconds(5))
    let call = try #require(try request.value()["call"]?.string)
    #expect(holder.calls.map(\.uuid.uuidString) == [call])
    #expect(asked.calls.isEmpty)
    let news = Locked<[JSONValue]>([])
    #expect(
      Patience.wait(.seconds(10)) {
        let new = (try? client.news()) ?? []
        return news.withLock { known in
          known += new.map(\.members)
          return known.contains { $0["value"]?["calls"]?.array?.first?["call"]?.string == call }
        }
      })
    holder.host.provider("office")?.reportOutgoingCall(with: try #require(UUID(uuidString: call)), connectedAt: nil)
    await holder.settle()
    let end = try client.send("call.end", #"{"call": "\#(call)", "wait": "performed"}"#)
    try #require(Patience.wait(.seconds(10)) { end.isAnswered })
    #expect(try end.value()["state"]?.string == "performed")
    store.flush()
    #expect(Patience.wait(.seconds(10)) { holder.traffic.shipper?.unshipped == 0 })
    let history = try client.send("history.list", #"{"filter": {"line": "\#(Self.line)"}}"#)
    try #require(Patience.wait(.seconds(10)) { history.isAnswered })
    #expect(try history.value()["calls"]?.array?.map { $0["call"]?.string } == [call])
    // A slot that nobody owns is known at once, not after a time-out. The server hears of it later than this process does.
    bench.on(holder.store) { holder.traffic.take(.effect(.lost(slot))) }
    #expect(
      try Patience.wait(.seconds(10)) {
        let lost = try client.send("call.start", #"{"handle": "1", "line": "\#(Self.line)", "timeout": 1}"#)
        return try Patience.wait(.seconds(10)) { lost.isAnswered } && lost.error().data["why"]?.string == "noOwner"
      })
    for host in [asked, holder] {
      bench.on(host.store) {
        host.traffic.close()
        host.store.close()
      }
    }
  }

  private func start(_ name: String, _ bench: NATSBench, _ places: GatewayPlaces, _ callStore: CallStore?) throws -> TeamHost {
    let store = try bench.makeStore()
    let host = try TeamHost(
      name, bench.names, store: store, wire: nil, places: places, shelf: callStore.map { StoreShelf($0) }, callStore: callStore)
    let isUp = Locked(false)
    bench.on(store) {
      store.open(watching: []) { [weak host] event in
        switch event {
        case .connected:
          host?.traffic.connected()
          isUp.withLock { $0 = true }
        case .disconnected: host?.traffic.disconnected()
        default: break
        }
      }
      host.traffic.serve(host.service)
    }
    try #require(Patience.wait(.seconds(10)) { isUp.withLock { $0 } })
    return host
  }
}
