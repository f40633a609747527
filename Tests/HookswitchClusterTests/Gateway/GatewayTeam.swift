import CallControl
import CallStore
import ClusterControl
import Foundation
import HookswitchCluster
import HookswitchCore
import HostService
import HostSurface
import Locking
import StoreTrials
import StrictJSON
import Testing

/// A host of a team, with its service and its traffic.
final class TeamHost: Sendable {
  let name: String
  let clock = VirtualClock()
  let host: CallHost
  let service: HostService
  let traffic: ClusterTraffic
  let store: any ClusterStore
  /// Nil for a host over real servers.
  let wire: MemoryWire?
  let life: NodeLife
  /// The lines of strays whose owners got or lost a call in front.
  let frontChanges = Locked<[String]>([])

  init(
    _ name: String, _ names: ClusterNames, store: any ClusterStore, wire: MemoryWire?, places: GatewayPlaces, shelf: (any RecordShelf)?,
    callStore: CallStore? = nil, epoch: String? = nil, settings change: (inout GatewaySettings) -> Void = { _ in }
  ) throws {
    self.name = name
    self.store = store
    self.wire = wire
    life = NodeLife(NodeName(name), Incarnation(high: UInt64(name.utf8.count), low: UInt64.random(in: 1...UInt64.max)))
    var hostSettings = HostSettings()
    hostSettings.recorder = callStore
    let flight = FlightDeck()
    hostSettings.flightRecorder = flight
    host = CallHost(clock: clock, settings: hostSettings)
    var settings = GatewaySettings(node: name)
    change(&settings)
    traffic = ClusterTraffic(
      names, store: store, settings: settings, places: places, life: life, host: host, shelf: shelf,
      standingChanged: { [frontChanges] line in frontChanges.withLock { $0.append(line) } })
    var service = ServiceSettings(version: "1", owner: 1_000, epoch: epoch ?? "epoch-\(name)")
    service.router = traffic.gateway
    service.store = callStore
    service.flight = flight
    self.service = HostService(host, service)
    _ = try host.register("office", delegate: WillingDelegate())
  }

  /// Opens a session of the host's owner, or of another peer.
  func open(_ peer: Peer = Peer(.socket, uid: 1_000)) -> TeamClient { TeamClient(service.open(peer, wake: {})) }

  /// The number of live calls.
  var calls: [Call] { host.core.snapshots(of: nil).flatMap(\.calls) }

  func settle() async {
    await host.settle()
    await service.settle()
  }
}

/// A provider's delegate that fulfils every action.
final class WillingDelegate: ProviderDelegate {
  func provider(_ provider: Provider, performOther action: any CallAction) { action.fulfill() }
  func providerDidReset(_ provider: Provider) {}
}

/// A client of one host.
final class TeamClient: Sendable {
  let session: any ServiceSession

  init(_ session: any ServiceSession) { self.session = session }

  /// The answer to a request that may still be under way.
  final class Pending: Sendable {
    private let answers = Locked<[Result<JSONValue, MethodError>]>([])

    func take(_ answer: Result<JSONValue, MethodError>) { answers.withLock { $0.append(answer) } }
    var isAnswered: Bool { answers.withLock { !$0.isEmpty } }
    var count: Int { answers.withLock { $0.count } }
    func value() throws -> JSONValue { try #require(answers.withLock { $0.first }).get() }
    func error() throws -> MethodError {
      guard case .failure(let error) = try #require(answers.withLock { $0.first }) else { throw MethodError(.internal, "no error") }
      return error
    }
  }

  func send(_ method: String, _ json: String = "{}") throws -> Pending {
    let pending = Pending()
    session.perform(method, try JSONReader.read(Array(json.utf8))) { pending.take($0.answer) }
    return pending
  }

  /// The notifications so far: their names and members.
  func news() throws -> [(name: String, members: JSONValue)] {
    try session.notifications(limit: 1_000).lines.map { line in
      let message = try JSONReader.read(Array(line.utf8))
      return (try #require(message["method"]?.string), try #require(message["params"]))
    }
  }
}

/// Hosts over one engine in memory, under virtual time, with a map that the test writes.
final class GatewayTeam: Sendable {
  struct Map: Sendable {
    var owners: [Int: (node: String, fence: UInt64)] = [:]
    var lent: [String: String] = [:]
    /// The beliefs of single nodes about lines, in place of the map.
    var beliefs: [String: [String: GatewayPlace]] = [:]
  }

  let bench: MemoryBench
  let map = Locked(Map())
  let hosts = Locked<[TeamHost]>([])

  init(seed: UInt64 = 1) throws {
    bench = try MemoryBench(seed: seed)
    // NATS keeps the order of one connection's messages.
    bench.engine.set { $0.delay = 200...200 }
  }

  // A gateway that is not closed keeps its service, and with it the host and its records; a store keeps its wire.
  deinit {
    for host in hosts.withLock({ $0 }) {
      host.traffic.close()
      host.store.close()
    }
  }

  /// Starts a host.
  func start(
    _ name: String, shelf: (any RecordShelf)? = nil, callStore: CallStore? = nil, epoch: String? = nil,
    _ change: (inout GatewaySettings) -> Void = { _ in }
  ) throws -> TeamHost {
    let parts = bench.makeParts()
    let host = try TeamHost(
      name, bench.names, store: parts.store, wire: parts.wire, places: places(of: name), shelf: shelf, callStore: callStore,
      epoch: epoch, settings: change)
    parts.store.open(watching: []) { [weak host] event in
      switch event {
      case .connected: host?.traffic.connected()
      case .disconnected: host?.traffic.disconnected()
      default: break
      }
    }
    host.traffic.serve(host.service)
    hosts.withLock { $0.append(host) }
    bench.world.run(.milliseconds(20))
    return host
  }

  /// Stops a host in order: its node may start again, under another epoch.
  func stop(_ host: TeamHost) {
    host.traffic.close()
    bench.world.run(.milliseconds(5))
    host.wire?.cut()
    hosts.withLock { $0.removeAll { $0 === host } }
  }

  /// The functions by which a node finds lines in the map.
  func places(of name: String) -> GatewayPlaces {
    // The hosts keep these functions, so they must not keep the team.
    let map = map
    @Sendable func place(_ index: Int) -> GatewayPlace {
      guard let owner = map.withLock({ $0.owners[index] }) else { return .vacant }
      return owner.node == name ? .here(fence: owner.fence) : .owner(owner.node)
    }
    return GatewayPlaces(
      line: { line in
        if let belief = map.withLock({ $0.beliefs[name]?[line] }) { return belief }
        if let borrower = map.withLock({ $0.lent[line] }) { return borrower == name ? .here(fence: nil) : .borrower(borrower) }
        return place(Slot(of: line, digits: 3).index)
      },
      slot: { place($0.index) })
  }

  /// Gives the slot of a line to a node.
  func give(_ line: String, to name: String?) {
    let slot = Slot(of: line, digits: 3)
    let (before, fence) = map.withLock { map -> (String?, UInt64) in
      let before = map.owners[slot.index]
      let fence = (before?.fence ?? 0) + 1
      map.owners[slot.index] = name.map { ($0, fence) }
      return (before?.node, fence)
    }
    for host in hosts.withLock({ $0 }) {
      if host.name == before { host.traffic.take(.effect(.lost(slot))) }
      if host.name == name { host.traffic.take(.effect(.gained(slot, fence: fence))) }
    }
    bench.world.run(.milliseconds(5))
  }

  /// Lets virtual time pass until a condition holds; false when it does not within `limit`.
  @discardableResult
  func run(_ limit: Duration, until condition: () -> Bool = { false }) async -> Bool {
    let end = bench.world.now.advanced(by: limit)
    while true {
      for host in hosts.withLock({ $0 }) { await host.settle() }
      if condition() { return true }
      guard bench.world.now < end else { return false }
      bench.world.run(.milliseconds(10))
    }
  }

  /// Sends a request, and lets time pass until it is answered.
  func call(_ client: TeamClient, _ method: String, _ json: String = "{}", within limit: Duration = .seconds(40)) async throws
    -> TeamClient.Pending
  {
    let pending = try client.send(method, json)
    #expect(await run(limit) { pending.isAnswered }, "\(method) has no answer")
    return pending
  }
}
